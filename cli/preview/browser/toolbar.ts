// The toolbar (the entry and template of a page, its warnings, other languages) and the overlay with the errors of a page that cannot be
// shown or updated.

import { escapeHtml } from '../../../templates/escape-html.ts';
import type { Problem } from '../../errors.ts';
import { plural } from '../../text/printable-text.ts';
import type { ShownProblem } from '../describe-failure.ts';
import type { PageData } from '../server/preview-api.ts';
import type { EditMode } from './click-to-edit.ts';

interface Shown {
  readonly page: PageData;
  /** If the content service is down. */
  readonly outage: Problem | null;
  /** Shown above the page. */
  readonly problems: readonly ShownProblem[];
}

/** Adds the toolbar next to the body, so that it stays when the body is replaced. */
export function createToolbar() {
  const host = document.createElement('sitegen-preview');
  const root = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(TOOLBAR_STYLES);
  root.adoptedStyleSheets = [styles];
  root.innerHTML = `
    <div class="bar" lang="en"><section class="panel" id="panel" hidden aria-label="About this page"></section>
    <button type="button" class="toggle" aria-expanded="false" aria-controls="panel">Preview</button></div>
    <section class="overlay" lang="en" hidden role="alert"><button type="button">Close</button><div></div></section>`;
  const find = (selector: string) => root.querySelector<HTMLElement>(selector) ?? host;
  const [bar, panel, toggle] = [find('.bar'), find('.panel'), find('.toggle')];
  const [overlay, close, list] = [find('.overlay'), find('.overlay button'), find('.overlay div')];
  const setOpen = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  let problems = '';
  /** Closed problems stay closed until they change or the panel is opened. */
  let closed = '';
  const setClosed = (text: string) => {
    closed = text;
    overlay.hidden = problems === '' || problems === closed;
  };
  toggle.addEventListener('click', () => {
    setOpen(panel.hidden === true);
    setClosed('');
  });
  close.addEventListener('click', () => setClosed(problems));
  root.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return;
    setOpen(false);
    toggle.focus();
  });
  document.documentElement.append(host);
  return {
    show: (shown: Shown) => {
      const { tone, text } = describeToggle(shown);
      toggle.dataset.tone = tone;
      toggle.textContent = text;
      panel.innerHTML = describePage(shown);
      problems = shown.problems.map(describeProblem).join('');
      list.innerHTML = problems;
      setClosed(problems === '' ? '' : closed);
    },
    /** Adds the button and the outline of Click to edit. */
    addEditMode: ({ button, box }: EditMode) => {
      bar.append(button);
      root.append(box);
    },
  };
}

function describeToggle({ page: { inspection, isLive }, outage, problems }: Shown) {
  const status = inspection?.status ?? 200;
  const warnings = (inspection?.warnings ?? []).filter(isWarning).length;
  if (outage !== null) return { tone: 'warning', text: 'Preview: the content service does not answer' };
  if (status !== 200) return { tone: 'error', text: `Preview: ${status}` };
  if (problems.length > 0) return { tone: 'error', text: `Preview: ${plural(problems.length, 'error')}` };
  const what = isLive === true ? 'Live preview' : 'Preview';
  return warnings > 0
    ? { tone: 'warning', text: `${what}: ${plural(warnings, 'warning')}` }
    : { tone: 'quiet', text: what };
}

function describePage({ page: { inspection, isLive }, outage }: Shown): string {
  const { entry = null, warnings = [], languages = [] } = inspection ?? {};
  const rows = [
    ['Entry', entry === null ? 'none (messages only)' : `${entry.collection}, ${entry.title}`],
    ['Site', entry?.site],
    ['State', isLive === true ? 'with unsaved values' : entry?.status],
    ['Route', inspection?.route.name],
    ['Template', inspection?.route.template],
  ].map(([name = '', value]) => (value == null ? '' : `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`));
  return `
    <h2>${escapeHtml(entry?.title ?? inspection?.route.name ?? 'This page')}</h2>
    ${outage === null ? '' : `<p class="notice">${escapeHtml(`${outage.what} ${outage.fix}`)}</p>`}
    <dl>${rows.join('')}</dl>
    ${describeEditing(entry?.editUrl)}
    ${section('Warnings', warnings.filter(isWarning).map(describeWarning(entry)))}
    ${section('Notices', warnings.filter((each) => !isWarning(each)).map(describeWarning(entry)))}
    ${section('Languages', languages.map(describeLanguage))}
    ${section('Translation', languages.filter(({ isCurrent }) => isCurrent).flatMap(describeFindings))}`;
}

function section(title: string, items: readonly string[]): string {
  const list = items.map((item) => `<li>${item}</li>`).join('');
  return items.length === 0 ? '' : `<h3>${title} (${items.length})</h3><ul>${list}</ul>`;
}

const isWarning = ({ severity }: Problem) => severity !== 'notice';

/** Says of other entries which one it is, with a link to edit it. */
const describeWarning =
  (page: NonNullable<PageData['inspection']>['entry']) =>
  ({ code, where, what, fix }: Problem): string => {
    const { collection, entry, field, editUrl = '' } = where;
    const isOther = entry !== undefined && (entry !== page?.title || collection !== page.collection);
    const owner = isOther ? `${link(editUrl, `${collection} › ${entry}`)}: ` : '';
    return `${code}${field === undefined ? '' : escapeHtml(` (${field})`)}: ${owner}${escapeHtml(`${what} ${fix}`)}`;
  };

type Language = NonNullable<PageData['inspection']>['languages'][number];

function describeLanguage({ locale, label, isCurrent, href, hasPage, state, editUrl }: Language): string {
  const name = `${label} (${locale})`;
  return [
    isCurrent ? `<strong>${escapeHtml(name)}</strong>` : link(href, name),
    state === null ? '' : `: ${state}`,
    hasPage ? '' : ', the link leads to another page',
    !isCurrent && isAddress(editUrl) ? `, ${link(editUrl, 'edit')}` : '',
  ].join('');
}

/** Longest shown part of a text, in characters. */
const MAX_TEXT = 300;
const shorten = (text: string) => escapeHtml(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** What to do about a translation. If it is older than its source, with the texts of the source before and now. */
function describeFindings({ findings }: Language): readonly string[] {
  return findings.map(({ state, what, fields }) => {
    const items = fields.map(({ label, what: reason, before, after }) => {
      const why = fields.length === 1 ? '' : `${escapeHtml(reason)} `;
      const texts =
        state === 'outdated'
          ? `<del>${shorten(before)}</del> <ins>${shorten(after)}</ins>`
          : `${why}<q>${shorten(after)}</q>`;
      return `<li>${escapeHtml(label)}: ${texts}</li>`;
    });
    return `${escapeHtml(what)}<ul>${items.join('')}</ul>`;
  });
}

function describeProblem({ problem: { code, where, what, fix }, excerpt }: ShownProblem): string {
  const { collection, entry, site, field, path, file, editUrl } = where;
  const place = [file, collection, entry, site, field, path].filter((part) => part !== undefined).join(' › ');
  const lines = excerpt?.lines.map(({ number, text }) => {
    const row = escapeHtml(`${String(number).padStart(4)} | ${text}\n`);
    return number === excerpt.line ? `<mark>&gt; ${row}</mark>` : `  ${row}`;
  });
  return `
    <h2>${code}</h2>
    ${[place, what, fix].map((text) => `<p>${escapeHtml(text)}</p>`).join('')}
    ${describeEditing(editUrl)}
    ${lines === undefined ? '' : `<pre>${lines.join('')}</pre>`}`;
}

/** Entries of the sample are files, which a browser cannot edit. */
function describeEditing(editUrl: string | null | undefined): string {
  if (editUrl == null) return '';
  return `<p>${isAddress(editUrl) ? link(editUrl, 'Edit the entry') : escapeHtml(`Edit ${editUrl}`)}</p>`;
}

const isAddress = (text: string | null): text is string => text !== null && /^https?:\/\//i.test(text);

/** A link to a web address or a path of this site; for any other address only its text. */
function link(href: string, text: string): string {
  const isOwn = /^\/(?!\/)/.test(href);
  if (!isOwn && !isAddress(href)) return escapeHtml(text);
  const target = isOwn ? '' : ' target="_blank" rel="noreferrer noopener"';
  return `<a href="${escapeHtml(href)}"${target}>${escapeHtml(text)}</a>`;
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
