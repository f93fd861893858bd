// A quiet toolbar: what made this page, what an editor would want to mend, its other languages, what the last build
// said. And the overlay over a page that cannot be shown, or that is no more what the sources say.

import { element, link } from './elements.ts';
import type { ShownProblem } from './events.ts';
import { TOOLBAR_STYLES } from './toolbar-styles.ts';

/** `/__sitegen/page`. */
export interface PageData {
  readonly inspection?: {
    readonly status: number;
    readonly routeName: string | null;
    readonly template: string | null;
    readonly entry: {
      readonly collection: string;
      readonly site: string;
      readonly title: string;
      readonly status: string | null;
      readonly editUrl: string | null;
    } | null;
    readonly warnings: readonly ShownProblem['problem'][];
    readonly locales: readonly {
      readonly locale: string;
      readonly label: string;
      readonly href: string;
      readonly isSamePage: boolean;
    }[];
  } | null;
  readonly failed?: readonly ShownProblem[];
  readonly reasons?: readonly ShownProblem[];
  readonly isLive?: boolean;
  readonly comparison?: {
    readonly state: string;
    readonly added: readonly string[];
    readonly removed: readonly string[];
  };
  /** What forms sent, the newest first. */
  readonly requests?: readonly {
    readonly at: string;
    readonly status: number;
    readonly fields: Readonly<Record<string, string>>;
  }[];
}

/** The toolbar of a page. */
export interface Toolbar {
  readonly showPage: (page: PageData) => void;
  readonly showOutage: (outage: ShownProblem['problem'] | null) => void;
  readonly showProblems: (problems: readonly ShownProblem[]) => void;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  same: 'as in the last build',
  changed: 'changed since the last build',
  new: 'new since the last build',
  'no-build': 'there is no build yet',
};

/** Puts the toolbar into the page, beside its body: what replaces the body leaves it. */
export function createToolbar(): Toolbar {
  const host = document.createElement('sitegen-preview');
  const root = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(TOOLBAR_STYLES);
  root.adoptedStyleSheets = [styles];
  const { bar, show } = createBar(root);
  const overlay = element('section', { class: 'overlay', hidden: '', role: 'alert' });
  root.append(bar, overlay);
  document.documentElement.append(host);
  let page: PageData = {};
  let outage: ShownProblem['problem'] | null = null;
  return {
    showPage: (data) => {
      page = data;
      show(page, outage);
    },
    showOutage: (problem) => {
      outage = problem;
      show(page, outage);
    },
    showProblems: fillOverlay(overlay),
  };
}

/** The button, and the panel that it opens. */
function createBar(root: ShadowRoot) {
  const toggle = element(
    'button',
    { type: 'button', class: 'toggle', 'aria-expanded': 'false', 'aria-controls': 'panel' },
    'Preview',
  );
  const panel = element('section', { class: 'panel', id: 'panel', hidden: '', 'aria-label': 'About this page' });
  const setOpen = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  toggle.addEventListener('click', () => setOpen(panel.hidden === true));
  root.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return;
    setOpen(false);
    toggle.focus();
  });
  const show = (page: PageData, outage: ShownProblem['problem'] | null) => {
    const count = (page.inspection?.warnings ?? []).filter(isWarning).length;
    const tone = outage !== null || count > 0 ? 'warning' : 'quiet';
    toggle.dataset.tone = (page.inspection?.status ?? 200) === 200 ? tone : 'error';
    toggle.textContent = describeToggle(page, count, outage);
    panel.replaceChildren(...describePage(page, outage));
  };
  return { bar: element('div', { class: 'bar', lang: 'en' }, panel, toggle), show };
}

/** Shows problems over the page. */
function fillOverlay(overlay: HTMLElement): Toolbar['showProblems'] {
  /** What was closed stays closed until something else is wrong. */
  let closed = '';
  return (problems) => {
    const shown = JSON.stringify(problems);
    if (problems.length === 0) closed = '';
    overlay.hidden = problems.length === 0 || shown === closed;
    const close = element('button', { type: 'button' }, 'Close');
    close.addEventListener('click', () => {
      overlay.hidden = true;
      closed = shown;
    });
    overlay.replaceChildren(close, ...problems.flatMap(describeProblem));
  };
}

function describeToggle(
  { inspection, isLive }: PageData,
  count: number,
  outage: ShownProblem['problem'] | null,
): string {
  if (outage !== null) return 'Preview: the content service does not answer';
  const status = inspection?.status ?? 200;
  if (status !== 200) return `Preview: ${status}`;
  const what = isLive === true ? 'Live preview' : 'Preview';
  return count === 0 ? what : `${what}: ${count} ${count === 1 ? 'warning' : 'warnings'}`;
}

function describePage(
  { inspection, comparison, requests, isLive }: PageData,
  outage: ShownProblem['problem'] | null,
): readonly Node[] {
  const entry = inspection?.entry ?? null;
  const warnings = inspection?.warnings ?? [];
  return [
    element('h2', {}, entry?.title ?? inspection?.routeName ?? 'This page'),
    outage === null ? null : element('p', { class: 'notice' }, `${outage.what} ${outage.fix}`),
    element(
      'dl',
      {},
      ...rows([
        ['Entry', entry === null ? 'none: made of words' : `${entry.collection}, ${entry.title}`],
        ['Site', entry?.site ?? null],
        ['State', isLive === true ? 'with what is not saved' : (entry?.status ?? null)],
        ['Route', inspection?.routeName ?? null],
        ['Template', inspection?.template ?? null],
        ['Last build', COMPARISONS[comparison?.state ?? ''] ?? null],
      ]),
    ),
    entry?.editUrl == null ? null : describeEditing(entry.editUrl),
    ...section('Warnings', warnings.filter(isWarning).map(describeWarning)),
    ...section('Notices', warnings.filter((each) => !isWarning(each)).map(describeWarning)),
    ...section(
      'Other languages',
      (inspection?.locales ?? []).map(({ locale, label, href, isSamePage }) =>
        element('li', {}, link(href, `${label} (${locale})`), isSamePage ? null : ': not this page'),
      ),
    ),
    ...section('Sent by forms', (requests ?? []).map(describeRequest)),
    ...section('Differs from the last build', [
      ...(comparison?.removed ?? []).map((text) => element('li', {}, element('del', {}, text))),
      ...(comparison?.added ?? []).map((text) => element('li', {}, element('ins', {}, text))),
    ]),
  ].filter((node) => node !== null);
}

/** An entry of the sample is a file, which no browser edits. */
function describeEditing(editUrl: string): HTMLElement {
  const isAddress = /^https?:\/\//i.test(editUrl);
  return element('p', {}, isAddress ? link(editUrl, 'Edit the entry') : `Edit ${editUrl}`);
}

function describeRequest({ at, status, fields }: NonNullable<PageData['requests']>[number]): HTMLElement {
  const texts = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return element('li', {}, `${at.slice(11, 19)}, answered ${status}. ${texts.join(', ')}`);
}

function rows(pairs: readonly (readonly [string, string | null])[]): readonly Node[] {
  return pairs.flatMap(([name, value]) => (value === null ? [] : [element('dt', {}, name), element('dd', {}, value)]));
}

function section(title: string, items: readonly Node[]): readonly Node[] {
  return items.length === 0 ? [] : [element('h3', {}, `${title} (${items.length})`), element('ul', {}, ...items)];
}

const isWarning = ({ severity }: ShownProblem['problem']) => severity !== 'notice';

function describeWarning({ code, where, what, fix }: ShownProblem['problem']): HTMLElement {
  const field = where.field === undefined ? '' : ` (${where.field})`;
  return element('li', {}, `${code}${field}: ${what} ${fix}`);
}

function describeProblem({ problem, excerpt, components }: ShownProblem): readonly Node[] {
  const { collection, entry, site, field, path, file } = problem.where;
  const place = [file, collection, entry, site, field, path].filter((part) => part !== undefined).join(' › ');
  const { editUrl } = problem.where;
  return [
    element('h2', {}, problem.code),
    element('p', {}, place),
    element('p', {}, problem.what),
    element('p', {}, problem.fix),
    ...(editUrl === undefined ? [] : [describeEditing(editUrl)]),
    ...(excerpt === null ? [] : [describeExcerpt(excerpt)]),
    ...(components.length === 0
      ? []
      : [
          element('p', {}, 'Components, the innermost first:'),
          element('ol', {}, ...components.map((each) => element('li', {}, each))),
        ]),
  ];
}

function describeExcerpt({ line, lines }: NonNullable<ShownProblem['excerpt']>): HTMLElement {
  const width = String(lines.at(-1)?.number ?? 0).length;
  const shown = lines.map(({ number, text }) => {
    const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}\n`;
    return number === line ? element('mark', {}, row) : row;
  });
  return element('pre', {}, ...shown);
}
