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
import { isOpen, LABELS, listNotes, summarizeTranslations, type TranslationReport } from './report.ts';
import { type Cell, type FieldFinding, type Finding, OPEN_STATES, type State, type Thing } from './things.ts';

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
/** Of one finding. */
const MAX_FIELDS = 20;
const MAX_TEXT = 600;

/** @param preview URL of a running preview, for links to pages */
export function renderHtml(report: TranslationReport, preview: string): string {
  const { things, counts, locales } = report;
  const open = things.filter(isOpen);
  const collections = [...new Set(things.map(({ collection }) => collection))];
  const states = OPEN_STATES.filter((state) => counts[state] > 0);
  return renderDocument({
    title:
      open.length === 0
        ? 'All translations are complete'
        : `${open.length} of ${things.length} things need a translator`,
    isPassed: null,
    lead: [`${report.origin}: ${summarizeTranslations(report)}`, ...listNotes(report)],
    tiles: [...states, 'present' as const, 'excluded' as const].map((state) => ({
      label: LABELS[state],
      value: counts[state],
      tone: TONES[state],
    })),
    filters: [],
    choices: [
      { all: 'All locales', options: locales.map((tag) => ({ label: tag, tag })) },
      { all: 'All collections', options: collections.map((tag) => ({ label: tag, tag })) },
      { all: 'All states', options: states.map((tag) => ({ label: LABELS[tag], tag })) },
    ],
    parts: [
      ...collections.map((collection) => {
        const own = open.filter((thing) => thing.collection === collection);
        return renderPart(
          `${collection}: to do`,
          own.map((thing) => renderThing(thing, preview)),
        );
      }),
      renderPart(
        'All things',
        collections.map((collection) => renderMatrix(collection, report)),
        things.length,
      ),
    ],
  });
}

function renderThing(thing: Thing, preview: string): string {
  const { key, title, cells, collection } = thing;
  const findings = cells.flatMap((cell) =>
    cell.findings.map((finding) => renderFinding(finding, cell, { collection, preview })),
  );
  const chips = cells.flatMap((cell) => (cell.findings.length === 0 ? [] : [renderState(cell)]));
  return renderCard({
    tone: TONES[cells.find((cell) => cell.findings.length > 0)?.state ?? 'present'],
    tags: [],
    summary: `<h3>${escapeXml(title)}</h3> <code class="muted">${escapeXml(key)}</code><br>${chips.join(' ')}`,
    body: findings.join(''),
    count: findings.length,
  });
}

const renderState = ({ locale, state }: Cell): string =>
  renderChip(`${locale}: ${LABELS[state].toLowerCase()}`, TONES[state]);

function renderFinding(
  { state, what, fields }: Finding,
  { locale, editUrl, path }: Cell,
  { collection, preview }: { readonly collection: string; readonly preview: string },
): string {
  const links = [renderLink('Edit', editUrl), renderLink('Preview', path === null ? null : `${preview}${path}`)];
  const rest = fields.length - MAX_FIELDS;
  return `<div class="change" data-tags="${escapeXml(`${locale} ${collection} ${state}`)}">${renderChip(locale, 'plain')} ${renderChip(LABELS[state], TONES[state])} ${escapeXml(what)} ${links.filter((link) => link !== '').join(' ')}
${fields
  .slice(0, MAX_FIELDS)
  .map((field) => renderField(field, state))
  .join('')}${rest > 0 ? `<p class="muted">… and ${rest} more fields.</p>\n` : ''}</div>
`;
}

function renderField({ field, label, what, before, after }: FieldFinding, state: State): string {
  const [old, now] = state === 'outdated' ? ['Source then', 'Source now'] : ['Source', 'Translation'];
  const texts = [
    ...(before === '' ? [] : [`<span class="muted">${old}:</span> ${escapeXml(shorten(before))}`]),
    ...(after === '' || after === before ? [] : [`<span class="muted">${now}:</span> ${escapeXml(shorten(after))}`]),
  ];
  return `<p><strong>${escapeXml(label)}</strong> <code class="muted">${escapeXml(field)}</code> ${escapeXml(what)}</p>
<span class="words">${texts.join('\n')}</span>
`;
}

const shorten = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`);

/** All things of a collection, one column per locale. */
function renderMatrix(collection: string, { things, locales }: TranslationReport): string {
  const own = things.filter((thing) => thing.collection === collection);
  const rows = own.map(({ key, title, cells }) => ({
    cells: [`${escapeXml(title)} <code class="muted">${escapeXml(key)}</code>`, ...cells.map(renderCell)],
    tags: [collection, ...cells.flatMap(({ locale, state, findings }) => (findings.length > 0 ? [locale, state] : []))],
  }));
  return renderCard({
    tone: 'plain',
    tags: [],
    summary: `<h3>${escapeXml(collection)}</h3> ${renderChip(String(own.length), 'plain')}`,
    body: renderTable(collection, ['Thing', ...locales], rows),
    count: own.length,
  });
}

function renderCell({ state, editUrl, reason }: Cell): string {
  const chip = renderChip(LABELS[state], TONES[state]);
  const link = renderLink('Edit', editUrl);
  return `${chip}${reason === null ? '' : ` <span class="muted">${escapeXml(reason)}</span>`} ${link}`.trim();
}
