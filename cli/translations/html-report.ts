// The report as one HTML page that an editor works with.

import { escapeXml } from '../text/escape-xml.ts';
import {
  renderCard,
  renderChip,
  renderDocument,
  renderLink,
  renderPart,
  renderTable,
  type Tone,
} from '../text/report-document.ts';
import { isOpen, listNotes, summarizeTranslations, type TranslationReport } from './report.ts';
import {
  type Cell,
  type FieldFinding,
  type Finding,
  LABELS,
  OPEN_STATES,
  STATES,
  type State,
  type Thing,
} from './things.ts';

const TONES: Readonly<Record<State, Tone>> = {
  missing: 'bad',
  draft: 'info',
  scheduled: 'info',
  expired: 'info',
  untranslated: 'bad',
  outdated: 'warn',
  different: 'warn',
  present: 'good',
  excluded: 'plain',
};
/** Of a finding, and of a text. */
const MAX_FIELDS = 20;
const MAX_TEXT = 600;

/** @param preview URL of a running preview, for links to pages */
export function renderHtml(report: TranslationReport, preview: string): string {
  const { things, counts, locales } = report;
  const open = things.filter(isOpen);
  const byCollection = [...Map.groupBy(things, ({ collection }) => collection)];
  const optionsOf = (tags: readonly string[]) => tags.map((tag) => ({ label: tag, tag }));
  const states = OPEN_STATES.filter((state) => counts[state] > 0);
  return renderDocument({
    title: open.length === 0 ? 'Nothing to translate' : `${open.length} of ${things.length} things to look at`,
    isPassed: null,
    lead: [`${report.origin}: ${summarizeTranslations(report)}`, ...listNotes(report)],
    tiles: STATES.filter((state) => counts[state] > 0).map((state) => ({
      label: LABELS[state],
      value: counts[state],
      tone: TONES[state],
    })),
    filters: [],
    choices: [
      { all: 'All locales', options: optionsOf(locales) },
      { all: 'All collections', options: optionsOf(byCollection.map(([collection]) => collection)) },
      { all: 'All states', options: states.map((tag) => ({ label: LABELS[tag], tag })) },
    ],
    parts: [
      ...byCollection.map(([collection, own]) => {
        const cards = own.filter(isOpen).map((thing) => renderThing(thing, preview));
        return renderPart(`${collection}: to do`, cards);
      }),
      renderPart(
        'All things',
        byCollection.map(([collection, own]) => renderMatrix(collection, own, report)),
        things.length,
      ),
    ],
  });
}

function renderThing({ key, title, cells, collection }: Thing, preview: string): string {
  const open = cells.filter(({ findings }) => findings.length > 0);
  const findings = open.flatMap((cell) =>
    cell.findings.map((finding) => {
      const tags = [cell.locale, collection, finding.state].join(' ');
      return `<div class="change" data-tags="${escapeXml(tags)}">${renderFinding(finding, cell, preview)}</div>\n`;
    }),
  );
  const chips = open.map(({ locale, state }) => renderChip(`${locale}: ${LABELS[state].toLowerCase()}`, TONES[state]));
  return renderCard({
    tone: TONES[open[0]?.state ?? 'present'],
    tags: [],
    summary: `<h3>${escapeXml(title)}</h3> <code class="muted">${escapeXml(key)}</code><br>${chips.join(' ')}`,
    body: findings.join(''),
    count: findings.length,
  });
}

function renderFinding({ state, what, fields }: Finding, { locale, editUrl, path }: Cell, preview: string): string {
  const page = path === null ? null : `${preview}${path}`;
  const links = [renderLink('Edit', editUrl), renderLink('Preview', page)].filter((link) => link !== '');
  const rest = fields.length - MAX_FIELDS;
  return [
    `${renderChip(locale, 'plain')} ${renderChip(LABELS[state], TONES[state])} ${escapeXml(what)} ${links.join(' ')}`,
    ...fields.slice(0, MAX_FIELDS).map((field) => renderField(field, state, fields.length > 1)),
    ...(rest > 0 ? [`<p class="muted">… and ${rest} more fields.</p>`] : []),
  ].join('\n');
}

function renderField({ field, label, what, before, after }: FieldFinding, state: State, isOneOfMany: boolean): string {
  const names = state === 'outdated' ? ['Source then', 'Source now'] : ['Source', 'Translation'];
  const shown = [before, after === before ? '' : after].flatMap((text, index) => {
    const short = text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
    return text === '' ? [] : [`<span class="muted">${names[index]}:</span> ${escapeXml(short)}`];
  });
  const head = `<strong>${escapeXml(label)}</strong> <code class="muted">${escapeXml(field)}</code>`;
  return `${isOneOfMany ? `<p>${head} ${escapeXml(what)}</p>\n` : ''}<span class="words">${shown.join('\n')}</span>`;
}

/** All things of a collection, with a column for each locale. */
function renderMatrix(collection: string, things: readonly Thing[], { locales }: TranslationReport): string {
  const rows = things.map(({ key, title, cells }) => ({
    cells: [
      `${escapeXml(title)} <code class="muted">${escapeXml(key)}</code>`,
      ...cells.map(({ state, editUrl }) =>
        `${renderChip(LABELS[state], TONES[state])} ${renderLink('Edit', editUrl)}`.trim(),
      ),
      escapeXml(
        [...new Set(cells.flatMap(({ reason, accepted }) => reason ?? accepted.map((each) => each.reason)))].join(' '),
      ),
    ],
    tags: [
      collection,
      ...cells.flatMap(({ locale, findings }) => findings.map(({ state }) => `| ${collection} ${locale} ${state}`)),
    ],
  }));
  return renderCard({
    tone: 'plain',
    tags: [],
    summary: `<h3>${escapeXml(collection)}</h3> ${renderChip(String(things.length), 'plain')}`,
    body: renderTable(collection, ['Thing', ...locales, 'Why'], rows),
    count: things.length,
  });
}
