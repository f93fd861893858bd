// Says in a page which field each text and picture comes from. The page was rendered twice, as it is shown and with marks in all
// content; tag by tag the marks of the one name the elements of the other. Nothing but attributes is added.

import { escapeHtml } from '../../templates/escape-html.ts';
import { tabOf } from '../content/blueprints/tabs.ts';
import { findMarks, type Origin, removeMarks } from './site/marks.ts';

/** Where an element's text is edited, and what the field is called. */
const EDIT_ATTRIBUTE = 'data-sitegen-edit';
const LABEL_ATTRIBUTE = 'data-sitegen-field';

const TOKEN = /<!--[\s\S]*?-->|<[^>]*>|[^<]+/g;
const OPEN_TAG = /^<([a-z][\w-]*)/i;
const CLOSE_TAG = /^<\//;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
/** Elements that can be reached with the keyboard anyway. */
const FOCUSABLE = /^(?:a|button|input|select|textarea|summary|iframe)$/i;
/** Attributes that show a text. */
const SHOWN_ATTRIBUTES = /\s(?:alt|title|aria-label|placeholder)="([^"]*)"/gi;

/** Adds the attributes. A page that differs in more than marks is left as it is where it differs. */
export function annotatePage(page: string, marked: string, origins: readonly Origin[]): string {
  const tokens = page.match(TOKEN) ?? [];
  const marksByTag = new Map<number, readonly number[]>();
  const open: number[] = [];
  for (const [index, token, twin] of pairTokens(tokens, marked.match(TOKEN) ?? [])) {
    const name = OPEN_TAG.exec(token)?.[1];
    if (name !== undefined) {
      if (!VOID.test(name) && !token.endsWith('/>')) open.push(index);
      note(marksByTag, index, findShownMarks(twin));
    } else if (CLOSE_TAG.test(token)) open.pop();
    else if (!token.startsWith('<') && removeMarks(twin) === token) note(marksByTag, open.at(-1), findMarks(twin));
  }
  const findDate = createDateFinder(marksByTag, origins);
  const originsOf = (marks: readonly number[]) => marks.flatMap((mark) => origins[mark] ?? []);
  return tokens
    .map((token, index) => annotate(token, originsOf(marksByTag.get(index) ?? findDate(token, index))))
    .join('');
}

const TIME_TAG = /^<time\b[^>]*\sdatetime="([^"]*)"/i;

/** Finds what a date comes from: of the entries with it, the one whose texts are next to it. */
function createDateFinder(marksByTag: ReadonlyMap<number, readonly number[]>, origins: readonly Origin[]) {
  const dates = Map.groupBy(origins.keys(), (mark) => origins[mark]?.moment ?? null);
  const tags = [...marksByTag].flatMap(([tag, marks]) => marks.map((mark) => ({ tag, entry: origins[mark]?.editUrl })));
  return (token: string, index: number): readonly number[] => {
    const moment = TIME_TAG.exec(token)?.[1];
    const found = moment === undefined ? [] : (dates.get(moment) ?? []);
    if (found.length < 2) return found;
    const distanceOf = (mark: number) =>
      Math.min(...tags.flatMap(({ tag, entry }) => (entry === origins[mark]?.editUrl ? [Math.abs(tag - index)] : [])));
    return found.toSorted((a, b) => distanceOf(a) - distanceOf(b)).slice(0, 1);
  };
}

function note(marksByTag: Map<number, readonly number[]>, tag: number | undefined, marks: readonly number[]): void {
  if (tag !== undefined && marks.length > 0) marksByTag.set(tag, [...(marksByTag.get(tag) ?? []), ...marks]);
}

function findShownMarks(tag: string): readonly number[] {
  return Array.from(tag.matchAll(SHOWN_ATTRIBUTES), ([, text = '']) => findMarks(text)).flat();
}

/** The tokens of both pages in pairs: from the start and from the end, as far as tags agree. */
function* pairTokens(
  tokens: readonly string[],
  twins: readonly string[],
): Generator<readonly [index: number, token: string, twin: string]> {
  const isPair = (token: string | undefined, twin: string | undefined) => kindOf(token) === kindOf(twin);
  const most = Math.min(tokens.length, twins.length);
  let same = 0;
  while (same < most && isPair(tokens[same], twins[same])) same += 1;
  for (const [index, token] of tokens.entries()) {
    const twin = twins[index < same ? index : index - tokens.length + twins.length];
    const isEnd = index < same || isPair(token, twin);
    yield [index, token, isEnd ? (twin ?? token) : token];
  }
}

/** The name of a tag, with its slash; '' for text. */
function kindOf(token: string | undefined): string {
  return token?.startsWith('<') === true ? (/^<[/!]?[\w-]*/.exec(token)?.[0] ?? '<') : '';
}

function annotate(token: string, origins: readonly Origin[]): string {
  const [first] = origins;
  const name = OPEN_TAG.exec(token)?.[1] ?? '';
  if (first === undefined || name === 'meta' || name === 'title') return token;
  // One address a click: that of the first text, with all fields of its entry.
  const { entry } = first;
  const fields = new Set(origins.flatMap((origin) => (origin.entry === entry ? [origin.field] : [])));
  const label = `${entry} › ${[...fields].join(', ')}`;
  const focus = FOCUSABLE.test(name) || /\stabindex="/i.test(token) ? '' : ' tabindex="0"';
  const attributes = ` ${EDIT_ATTRIBUTE}="${escapeHtml(addressOf(first))}" ${LABEL_ATTRIBUTE}="${escapeHtml(label)}"${focus}`;
  return token.replace(/\s*\/?>$/, (end) => `${attributes}${end}`);
}

/** The entry, with the field for the script of the kit (sitegen-field.js), and the tab as the control panel takes it. */
function addressOf({ editUrl, path }: Origin): string {
  const url = URL.parse(editUrl ?? '');
  // The sample's is a file.
  if (url === null || !/^https?:$/.test(url.protocol)) return editUrl ?? '';
  url.searchParams.set('field', path);
  const tab = tabOf(path.split('.')[0] ?? '');
  if (tab !== 'main') url.hash = tab;
  return url.href;
}
