// The report as one HTML page that an editor works with, to open from disk or send. Its policy allows only its own style and script, by
// their hashes, so that texts of content can never run.

import { hash } from 'node:crypto';
import { escapeXml } from '../text/escape-xml.ts';
import { REPORT_STYLE } from './html-style.ts';
import { isOpen, listNotes, summarizeTranslations, type TranslationReport } from './report.ts';
import { type Cell, type FieldFinding, type Finding, LABELS, OPEN_STATES, type State, type Thing } from './things.ts';

/** Of a finding, and of a text. */
const MAX_FIELDS = 20;
const MAX_TEXT = 600;

/** @param preview URL of a running preview, for links to pages */
export function renderHtml(report: TranslationReport, preview: string): string {
  const { things, locales, counts, origin } = report;
  const [open, done] = [things.filter(isOpen), things.filter((thing) => !isOpen(thing))];
  const byCollection = [...Map.groupBy(open, ({ collection }) => collection)];
  const title = open.length === 0 ? 'Nothing to translate' : `${open.length} of ${things.length} things to look at`;
  const lead = [`${origin}: ${summarizeTranslations(report)}`, ...listNotes(report)];
  const states = OPEN_STATES.filter((state) => counts[state] > 0);
  const script = `(${setUpFilters.toString()})();`;
  const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  const policy = `default-src 'none'; style-src ${sourceOf(REPORT_STYLE)}; script-src ${sourceOf(script)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeXml(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
${lead.map((text) => `<p>${escapeXml(text)}</p>\n`).join('')}<search hidden>
<input type="search" aria-label="Filter by text" placeholder="Filter: page, entry, word" autocomplete="off">
${renderChoice('locale', 'All locales', Object.fromEntries(locales.map((locale) => [locale, locale])))}
${renderChoice('collection', 'All collections', Object.fromEntries(byCollection.map(([name]) => [name, name])))}
${renderChoice('state', 'All states', Object.fromEntries(states.map((state) => [state, LABELS[state]])))}
<output></output>
</search>
${byCollection.map(([name, own]) => renderPart(`${name}: to do`, own, (thing) => renderThing(thing, preview))).join('')}${renderPart('Nothing to do', done, renderDone)}<script>${script}</script>
</body>
</html>
`;
}

function renderChoice(name: string, all: string, labels: Readonly<Record<string, string>>): string {
  const options = Object.entries({ '': all, ...labels }).map(
    ([value, label]) => `<option value="${escapeXml(value)}">${escapeXml(label)}</option>`,
  );
  return `<select name="${name}" aria-label="${name}">${options.join('')}</select>`;
}

function renderPart(title: string, things: readonly Thing[], render: (thing: Thing) => string): string {
  if (things.length === 0) return '';
  return `<section>\n<h2>${escapeXml(title)} <span class="muted">${things.length}</span></h2>\n${things.map(render).join('')}</section>\n`;
}

const renderName = ({ title, key }: Thing): string =>
  `<h3>${escapeXml(title)}</h3> <code class="muted">${escapeXml(key)}</code>`;

const renderChip = (text: string, state: State | '' = ''): string =>
  `<span class="chip ${state}">${escapeXml(text)}</span>`;

/** A link; '' for an address that is not http(s), because it may come from content. */
function renderLink(text: string, address: string | null): string {
  if (address === null || !/^https?:\/\//i.test(address)) return '';
  return ` <a href="${escapeXml(address)}">${escapeXml(text)}</a>`;
}

/** The state in each locale, and what to do. */
function renderThing(thing: Thing, preview: string): string {
  const { cells, collection } = thing;
  const findings = cells.flatMap((cell) =>
    cell.findings.map((finding) => renderFinding(finding, cell, { collection, preview })),
  );
  return `<details class="thing">
<summary>${renderName(thing)}<br>${cells.map(renderState).join(' ')}</summary>
${findings.join('')}</details>
`;
}

/** What the filters look for. */
const placeOf = ({ locale, state }: Pick<Cell, 'locale' | 'state'>, collection: string): string =>
  `class="place" data-locale="${locale}" data-collection="${escapeXml(collection)}" data-state="${state}"`;

const renderState = ({ locale, state }: Cell): string => renderChip(`${locale}: ${LABELS[state].toLowerCase()}`, state);

/** A thing without anything to do: where it is missing on purpose or accepted, and why. */
function renderDone(thing: Thing): string {
  const { cells, collection } = thing;
  const places = cells.map((cell) => {
    const why = cell.reason ?? cell.accepted.map(({ reason }) => reason).join(' ');
    return `<li ${placeOf(cell, collection)}>${renderState(cell)} ${escapeXml(why)}${renderLink('Edit', cell.editUrl)}</li>\n`;
  });
  return `<details class="thing">\n<summary>${renderName(thing)}</summary>\n<ul>\n${places.join('')}</ul>\n</details>\n`;
}

function renderFinding(
  { state, what, fields }: Finding,
  { locale, editUrl, path }: Cell,
  { collection, preview }: { readonly collection: string; readonly preview: string },
): string {
  const links = renderLink('Edit', editUrl) + renderLink('Preview', path === null ? null : `${preview}${path}`);
  const rest = fields.length - MAX_FIELDS;
  return `<div ${placeOf({ locale, state }, collection)}>
${renderChip(locale)} ${renderChip(LABELS[state], state)} ${escapeXml(what)}${links}
${fields
  .slice(0, MAX_FIELDS)
  .map((field) => renderField(field, state, fields.length > 1))
  .join('')}${rest > 0 ? `<p class="muted">… and ${rest} more fields.</p>\n` : ''}</div>
`;
}

function renderField({ field, label, what, before, after }: FieldFinding, state: State, isOneOfMany: boolean): string {
  const names = state === 'outdated' ? ['Source then', 'Source now'] : ['Source', 'Translation'];
  const shown = [before, after === before ? '' : after].flatMap((text, index) => {
    const short = text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
    return text === '' ? [] : [`<span class="muted">${names[index]}:</span> ${escapeXml(short)}`];
  });
  const head = `<strong>${escapeXml(label)}</strong> <code class="muted">${escapeXml(field)}</code>`;
  return `${isOneOfMany ? `<p>${head} ${escapeXml(what)}</p>\n` : ''}<pre>${shown.join('\n')}</pre>\n`;
}

/** Shows what the filters select. It is printed into the page, so it must not use anything outside of its body. */
function setUpFilters(): void {
  const tools = document.querySelector<HTMLElement>('search');
  const search = document.querySelector('input');
  const output = document.querySelector('output');
  if (tools === null || search === null || output === null) return;
  const choices = [...tools.querySelectorAll('select')];
  const things = [...document.querySelectorAll<HTMLElement>('.thing')].map((thing) => ({
    thing,
    places: [...thing.querySelectorAll<HTMLElement>('.place')],
    text: (thing.textContent ?? '').toLowerCase(),
  }));
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const { thing, places, text } of things) {
      for (const place of places)
        place.hidden = choices.some(({ name, value }) => value !== '' && place.dataset[name] !== value);
      thing.hidden = !words.every((word) => text.includes(word)) || places.every(({ hidden }) => hidden);
    }
    for (const part of document.querySelectorAll('section'))
      part.hidden = part.querySelector('.thing:not([hidden])') === null;
    output.textContent = `${things.filter(({ thing }) => !thing.hidden).length} of ${things.length} shown`;
  };
  tools.addEventListener('input', filter);
  tools.hidden = false;
  filter();
}
