// What a report on translations consists of.

import type { Locale } from '../../config/locales.ts';

/** The states of a thing in a locale, as people read them; the first one that applies is shown. */
export const LABELS = {
  missing: 'Missing',
  draft: 'Draft',
  scheduled: 'Scheduled',
  expired: 'Expired',
  untranslated: 'Not translated',
  outdated: 'Older than its source',
  different: 'Different',
  present: 'Present',
  excluded: 'Missing on purpose',
};
export type State = keyof typeof LABELS;
export const STATES = Object.keys(LABELS) as readonly State[];
/** States to look at. */
export const OPEN_STATES = STATES.filter((state) => state !== 'present' && state !== 'excluded');

export interface FieldFinding {
  /** `sections.2.title` */
  readonly field: string;
  readonly label: string;
  /** A sentence. */
  readonly what: string;
  /** The text of the source; if it is outdated, the text that was translated. */
  readonly before: string;
  /** The text of the translation; if it is outdated, the text of the source now. */
  readonly after: string;
}

/** Something to do about a thing in a locale. */
export interface Finding {
  readonly state: Exclude<State, 'present' | 'excluded'>;
  /** One or more sentences. */
  readonly what: string;
  readonly fields: readonly FieldFinding[];
  /** Its fields have other prices. Nobody decides on these for all of a collection. */
  readonly isPrice?: boolean;
}

export interface Cell {
  readonly locale: Locale;
  readonly state: State;
  readonly findings: readonly Finding[];
  /** Findings that translations.yaml accepts, with its reason. */
  readonly accepted: readonly (Finding & { readonly reason: string })[];
  /** Why the locale does not need it; null unless the state is `excluded`. */
  readonly reason: string | null;
  readonly title: string | null;
  readonly editUrl: string | null;
  readonly path: string | null;
  /** ISO 8601. */
  readonly savedAt: string | null;
}

/** Something that exists in several locales. */
export interface Thing {
  /** `pages/pricing`, `globals/top_banner`, `messages/common.menu.blog`, `menu/header.blog`, `redirects//old/`. */
  readonly key: string;
  /** Handle of the collection; `globals`, `messages`, `menu`. */
  readonly collection: string;
  readonly title: string;
  /** When its source was saved; null if that is not known. */
  readonly savedAt: string | null;
  /** One for each locale of the site. */
  readonly cells: readonly Cell[];
}

/** `2026-11-27 09:00 UTC` */
export const minuteOf = (time: string): string => `${time.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')} UTC`;

/** Whether a name is that of a thing: `pages/pricing`, or `pages/*`. */
export const isNamed = (name: string, key: string): boolean =>
  name === key || (name.endsWith('/*') && key.startsWith(name.slice(0, -1)));

export const createMissing = (locale: Locale, what: string): Cell =>
  createCell(locale, [{ state: 'missing', what, fields: [] }]);

/** A cell with its findings. The first state in the order of {@link STATES} is that of the cell. */
export function createCell(locale: Locale, findings: readonly Finding[], about: Partial<Cell> = {}): Cell {
  const { reason = null, title = null, editUrl = null, path = null, savedAt = null } = about;
  const found = STATES.find((each) => findings.some(({ state }) => state === each));
  const state = found ?? (reason === null ? 'present' : 'excluded');
  return { locale, state, findings, accepted: [], reason, title, editUrl, path, savedAt };
}
