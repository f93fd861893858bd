// The comparison as an HTML page for editors.

import { describeOwner, describePages, plural } from '../../check/reports/check-report.ts';
import { escapeXml } from '../../text/escape-xml.ts';
import {
  renderCard,
  renderChip,
  renderDocument,
  renderLink,
  renderPart,
  renderTable,
  type Tone,
} from '../../text/report-document.ts';
import { CHANGE_KINDS, type Concern } from '../compare-pages.ts';
import type { Cause, ChangeGroup, DiffReport, PageDiff } from '../diff-report.ts';
import type { GateFinding } from '../gates.ts';
import type { WordRun } from '../word-diff.ts';
import {
  describeCause,
  describeChange,
  describeFiles,
  describeMove,
  type Fold,
  listNotes,
  type OwnPage,
  outlineDiff,
  summarizeDiff,
} from './outline-diff.ts';

const CONCERNS: Readonly<Record<Concern, { readonly label: string; readonly tone: Tone }>> = {
  search: { label: 'Search engines', tone: 'warn' },
  content: { label: 'Readers', tone: 'info' },
  technical: { label: 'Technical', tone: 'plain' },
};
const STATUSES: Readonly<Record<PageDiff['status'], Tone>> = {
  removed: 'bad',
  added: 'good',
  moved: 'warn',
  changed: 'info',
};

export function renderHtml(report: DiffReport): string {
  const { base, head, counts, gates, pages, redirects, files, isPassed } = report;
  const { urgent, other } = outlineDiff(report);
  const redirectRows = redirects.map(({ from, before, after }) => [from, before ?? '–', after ?? '–']);
  const fileRows = describeFiles(files).map(({ path, status, what }) => [path, status, what]);
  return renderDocument({
    title: `${plural(pages.length, 'page')} ${pages.length === 1 ? 'differs' : 'differ'}`,
    isPassed,
    lead: [
      `From ${base.name} (${plural(base.pages, 'page')}) to ${head.name} (${plural(head.pages, 'page')})`,
      summarizeDiff(report),
      ...listNotes(report),
    ],
    tiles: [
      { label: 'To fix or allow', value: gates.filter(({ allowed }) => allowed === null).length, tone: 'bad' },
      { label: 'Changed', value: counts.changed, tone: 'info' },
      { label: 'Added', value: counts.added, tone: 'good' },
      { label: 'Removed', value: counts.removed, tone: 'bad' },
      { label: 'Moved', value: counts.moved, tone: 'warn' },
      { label: 'Unchanged', value: counts.unchanged, tone: 'plain' },
    ],
    filters: [
      ...(gates.length === 0 ? [] : [{ label: 'To fix or allow', tag: 'gate' }]),
      ...Object.entries(CONCERNS).map(([tag, { label }]) => ({ label, tag })),
    ],
    parts: [
      renderPart('To fix or allow', gates.map(renderGate)),
      renderPart('Pages', [
        ...urgent.pages.map(renderPage),
        ...urgent.folds.map(renderFold),
        ...other.pages.map(renderPage),
      ]),
      renderPart('Pages with the same change', other.folds.map(renderFold)),
      renderRows('Redirects', ['From', 'Before', 'After'], redirectRows),
      renderRows('Other files', ['File', 'Status', 'What'], fileRows),
    ],
  });
}

function renderRows(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = renderTable(
    title,
    columns,
    rows.map((cells) => ({ cells: cells.map(escapeXml), tags: ['search', 'technical'] })),
  );
  return renderPart(title, rows.length === 0 ? [] : [`<div class="card card--plain">${table}</div>\n`], rows.length);
}

function renderGate({ code, what, why, fix, where, paths, pages, allowed }: GateFinding): string {
  const tone = allowed === null ? 'bad' : 'plain';
  const texts = allowed === null ? [why, fix] : [`Allowed: ${allowed}`];
  const owner = where.collection === undefined ? [] : [describeOwner(where)];
  return renderCard({
    tone,
    tags: ['gate', 'search'],
    summary: `${renderChip(allowed === null ? 'Fix or allow' : 'Allowed', tone)} <h3>${escapeXml(what)}</h3> <code class="muted">${code}</code>`,
    body: [
      ...[...texts, ...owner].map((text) => `<p>${escapeXml(text)}</p>\n`),
      renderLink('Edit', where.editUrl),
      pages > 1 ? `<p class="path">${escapeXml(describePages({ pages, paths }, 20))}</p>\n` : '',
    ].join(''),
    count: pages,
    isOpen: allowed === null,
  });
}

function renderPage({ page, changes }: OwnPage): string {
  const { path, status, title, causes } = page;
  const notes = [title, describeMove(page)].filter((text) => text !== '').join(' · ');
  return renderCard({
    tone: STATUSES[status],
    tags: changes.length === 0 ? ['search', 'content'] : tagsOf(changes),
    summary: `${renderChip(status, STATUSES[status])} <h3 class="path">${escapeXml(path)}</h3> ${renderChip(plural(changes.length, 'change'), 'plain')}<br><span class="muted">${escapeXml(notes)}</span>`,
    body: `${renderCauses(causes)}${changes.map(renderChange).join('')}`,
    count: changes.length,
  });
}

function renderFold({ causes, changes, pages, paths }: Fold): string {
  const [first] = changes;
  return renderCard({
    tone: 'plain',
    tags: tagsOf(changes),
    summary: `${renderChip(plural(pages, 'page'), 'plain')} <h3>${escapeXml(first === undefined ? '' : describeChange(first))}</h3>${renderRuns(first?.runs ?? [])}`,
    body: `${renderCauses(causes)}${changes.slice(1, 20).map(renderChange).join('')}<p class="path">${escapeXml(describePages({ pages, paths }, 20))}</p>\n`,
    count: pages,
  });
}

const tagsOf = (changes: readonly ChangeGroup[]): readonly string[] => [
  ...new Set(changes.map(({ kind }) => CHANGE_KINDS[kind].concern)),
];

function renderChange(group: ChangeGroup): string {
  const { label, tone } = CONCERNS[CHANGE_KINDS[group.kind].concern];
  const others = group.pages > 1 ? ` <span class="muted">on ${plural(group.pages, 'page')}</span>` : '';
  return `<div class="change">${renderChip(label, tone)} <strong>${escapeXml(describeChange(group))}</strong>${others}${renderRuns(group.runs)}</div>\n`;
}

function renderCauses(causes: readonly Cause[]): string {
  return causes
    .filter(({ kind }) => kind !== 'unknown')
    .map((cause) => `<p>By ${escapeXml(describeCause(cause))} ${renderLink('Edit', cause.where.editUrl)}</p>\n`)
    .join('');
}

/** Elements mark removed and added words, so that they can be distinguished without colours. */
function renderRuns(runs: readonly WordRun[]): string {
  if (runs.length === 0) return '';
  const words = runs.map(({ mark, text }) => {
    const shown = escapeXml(text);
    return mark === '-' ? `<del>${shown}</del>` : mark === '+' ? `<ins>${shown}</ins>` : shown;
  });
  return `<span class="words">${words.join('')}</span>`;
}
