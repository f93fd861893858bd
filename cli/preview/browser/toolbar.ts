// The toolbar (the entry and template of a page, its warnings, other languages, differences to the last build) and the overlay with the
// errors of a page that cannot be shown or updated.

import type { ShownProblem } from '../describe-failure.ts';
import type { PageData } from '../server/preview-api.ts';
import type { EditMode } from './click-to-edit.ts';

/** The toolbar of a page. */
export interface Toolbar {
  readonly show: (page: PageData, outage: ShownProblem['problem'] | null) => void;
  readonly showProblems: (problems: readonly ShownProblem[]) => void;
  /** Adds the button and the outline of Click to edit. */
  readonly addEditMode: (mode: Pick<EditMode, 'button' | 'box'>) => void;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  same: 'as in the last build',
  changed: 'changed since the last build',
  new: 'new since the last build',
  'no-build': 'no build yet',
};

/** Adds the toolbar next to the body, so that it stays when the body is replaced. */
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
  return {
    show,
    showProblems: fillOverlay(overlay),
    addEditMode: ({ button, box }) => {
      bar.append(button);
      root.append(box);
    },
  };
}

/** The button and its panel. */
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

/** Shows problems above the page. */
function fillOverlay(overlay: HTMLElement): Toolbar['showProblems'] {
  /** Closed problems stay closed until they change. */
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
  const languages = inspection?.languages ?? [];
  return [
    element('h2', {}, entry?.title ?? inspection?.routeName ?? 'This page'),
    outage === null ? null : element('p', { class: 'notice' }, `${outage.what} ${outage.fix}`),
    element(
      'dl',
      {},
      ...rows([
        ['Entry', entry === null ? 'none (messages only)' : `${entry.collection}, ${entry.title}`],
        ['Site', entry?.site ?? null],
        ['State', isLive === true ? 'with unsaved values' : (entry?.status ?? null)],
        ['Route', inspection?.routeName ?? null],
        ['Template', inspection?.template ?? null],
        ['Last build', COMPARISONS[comparison?.state ?? ''] ?? null],
      ]),
    ),
    entry?.editUrl == null ? null : describeEditing(entry.editUrl),
    ...section('Warnings', warnings.filter(isWarning).map(describeWarning(entry))),
    ...section('Notices', warnings.filter((each) => !isWarning(each)).map(describeWarning(entry))),
    ...section('Languages', languages.map(describeLanguage)),
    ...section('Translation', languages.filter(({ isCurrent }) => isCurrent).flatMap(describeFindings)),
    ...section('Submitted forms', (requests ?? []).map(describeRequest)),
    ...section('Differs from the last build', (comparison?.changes ?? []).map(describeChange)),
  ].filter((node) => node !== null);
}

type Language = NonNullable<PageData['inspection']>['languages'][number];

function describeLanguage({ locale, label, isCurrent, href, hasPage, state, editUrl }: Language): HTMLElement {
  const name = `${label} (${locale})`;
  const canEdit = !isCurrent && editUrl !== null && isAddress(editUrl);
  return element(
    'li',
    {},
    isCurrent ? element('strong', {}, name) : link(href, name),
    state === null ? null : `: ${state}`,
    hasPage ? null : ', the link leads to another page',
    ...(canEdit ? [', ', link(editUrl, 'edit')] : []),
  );
}

/** Longest shown part of a text, in characters. */
const MAX_TEXT = 300;
const shorten = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** What to do about a translation. If it is older than its source, with the texts of the source before and now. */
function describeFindings({ findings }: Language): readonly HTMLElement[] {
  return findings.map(({ state, what, fields }) => {
    const items = fields.map(({ label, what: reason, before, after }) => {
      const texts =
        state === 'outdated'
          ? [element('del', {}, shorten(before)), ' ', element('ins', {}, shorten(after))]
          : [...(fields.length === 1 ? [] : [`${reason} `]), element('q', {}, shorten(after))];
      return element('li', {}, `${label}: `, ...texts);
    });
    return element('li', {}, what, element('ul', {}, ...items));
  });
}

const isAddress = (text: string) => /^https?:\/\//i.test(text);

/** Entries of the sample are files, which a browser cannot edit. */
function describeEditing(editUrl: string): HTMLElement {
  return element('p', {}, isAddress(editUrl) ? link(editUrl, 'Edit the entry') : `Edit ${editUrl}`);
}

function describeRequest({ at, status, fields }: NonNullable<PageData['requests']>[number]): HTMLElement {
  const texts = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return element('li', {}, `${at.slice(11, 19)}, answered ${status}. ${texts.join(', ')}`);
}

const RUN_ELEMENTS = { '-': 'del', '+': 'ins', ' ': 'span' } as const;

function describeChange({ kind, subject, runs }: NonNullable<PageData['comparison']>['changes'][number]): HTMLElement {
  const texts = runs.map(({ mark, text }) => element(RUN_ELEMENTS[mark], {}, text));
  return element('li', {}, `${kind}${subject === '' ? '' : ` (${subject})`}: `, ...texts);
}

function rows(pairs: readonly (readonly [string, string | null])[]): readonly Node[] {
  return pairs.flatMap(([name, value]) => (value === null ? [] : [element('dt', {}, name), element('dd', {}, value)]));
}

function section(title: string, items: readonly Node[]): readonly Node[] {
  return items.length === 0 ? [] : [element('h3', {}, `${title} (${items.length})`), element('ul', {}, ...items)];
}

const isWarning = ({ severity }: ShownProblem['problem']) => severity !== 'notice';

/** Says of other entries which one it is, with a link to edit it. */
const describeWarning =
  (page: NonNullable<PageData['inspection']>['entry']) =>
  ({ code, where, what, fix }: ShownProblem['problem']): HTMLElement => {
    const { collection, entry, field, editUrl = '' } = where;
    const isOther = entry !== undefined && (entry !== page?.title || collection !== page.collection);
    const owner = isOther ? `${collection} › ${entry}` : '';
    return element(
      'li',
      {},
      `${code}${field === undefined ? '' : ` (${field})`}: `,
      ...(isOther ? [editUrl === '' ? owner : link(editUrl, owner), ': '] : []),
      `${what} ${fix}`,
    );
  };

function describeProblem({ problem, excerpt }: ShownProblem): readonly Node[] {
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

/** Creates an element. Null children are omitted. */
function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string | null)[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A link to a web address or a path of this site; for any other address only its text. */
function link(href: string, text: string): HTMLElement {
  const isSafe = /^(https?:\/\/|\/(?!\/))/.test(href);
  if (!isSafe) return element('span', {}, text);
  return element('a', href.startsWith('/') ? { href } : { href, target: '_blank', rel: 'noreferrer noopener' }, text);
}

/** In the shadow tree, so that these styles and those of the page do not affect each other. */
const TOOLBAR_STYLES = `
:host { all: initial; font: 14px/1.45 system-ui, sans-serif; color: #10151f; }
* { box-sizing: border-box; }
button, a { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid #1f5eff; outline-offset: 2px; }
.bar { position: fixed; inset: auto auto 12px 12px; z-index: 2147483646; max-width: calc(100vw - 24px); }
.toggle { border: 1px solid #c4cad6; border-radius: 999px; background: #fff; padding: 6px 14px; min-height: 32px; cursor: pointer; box-shadow: 0 1px 4px rgb(0 0 0 / .2); }
.toggle + .toggle { margin-left: 6px; }
.toggle[aria-pressed=true] { background: #1f5eff; border-color: #1f5eff; color: #fff; }
.edit-box { position: fixed; z-index: 2147483645; pointer-events: none; outline: 2px solid #1f5eff; outline-offset: 2px; }
.edit-box[hidden] { display: none; }
.edit-box span { position: absolute; left: -2px; bottom: calc(100% + 4px); max-width: 90vw; padding: 2px 8px; border-radius: 4px; background: #1f5eff; color: #fff; font-size: 12px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.toggle[data-tone=warning] { background: #fff6dc; }
.toggle[data-tone=error] { background: #ffe4e0; }
.panel { background: #fff; border: 1px solid #c4cad6; border-radius: 12px; padding: 12px 16px; margin-bottom: 8px; width: 420px; max-width: 100%; max-height: 70vh; overflow: auto; box-shadow: 0 4px 24px rgb(0 0 0 / .25); }
.panel h2, .overlay h2 { font-size: 15px; margin: 0 0 8px; }
.panel h3 { font-size: 13px; margin: 12px 0 4px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 0; }
dt { color: #566072; }
dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 18px; overflow-wrap: anywhere; }
ins { background: #d9f4df; text-decoration: none; }
del { background: #ffe1dc; text-decoration: none; }
.notice { background: #fff6dc; border-radius: 8px; padding: 8px 10px; margin: 8px 0 0; }
.overlay { position: fixed; inset: 0 0 auto 0; z-index: 2147483647; max-height: 80vh; overflow: auto; overflow-wrap: anywhere; background: #1b1320; color: #fff; padding: 16px 24px; border-bottom: 4px solid #ff6b57; }
.overlay p { margin: 4px 0; }
.overlay pre { background: #2b2231; padding: 10px; overflow: auto; font: 13px/1.5 ui-monospace, monospace; margin: 8px 0; }
.overlay mark { background: #6b2a24; color: #fff; }
.overlay button { float: right; background: #fff; color: #10151f; border: 0; border-radius: 8px; padding: 6px 12px; min-height: 32px; cursor: pointer; }
.overlay :focus-visible { outline-color: #fff; }
@media print { .bar, .overlay, .edit-box { display: none; } }
`;
