// The comparison as an HTML page for editors: what needs attention, what changed on several pages, then page
// by page.

import { entryPlace } from '../../check/findings.ts';
import { describeOwner, describePages, plural } from '../../check/reports/check-report.ts';
import type { ProblemPlace } from '../../errors.ts';
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
import { CHANGE_KINDS, type Concern } from '../change-kinds.ts';
import type { ChangeGroup, DiffReport, PageCause, PageDiff } from '../diff-report.ts';
import type { GateFinding } from '../gates.ts';
import type { WordRun } from '../word-diff.ts';
import {
  describeAlso,
  describeChange,
  describeFiles,
  describeMove,
  describeWithoutContent,
  summarizeDiff,
} from './describe-diff.ts';

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
const CAUSES: Readonly<Record<PageCause, string>> = {
  content: 'content',
  code: 'code, words or tables',
  settings: 'settings or time',
  unknown: '',
};

export function renderHtml(report: DiffReport): string {
  const { base, head, counts, gates, groups, pages, redirects, files, notes, isPassed } = report;
  const groupById = new Map(groups.map((group) => [group.id, group]));
  const failing = gates.filter(({ allowed }) => allowed === null).length;
  const withoutContent = describeWithoutContent(report);
  return renderDocument({
    title: `${plural(pages.length, 'page')} ${pages.length === 1 ? 'differs' : 'differ'}`,
    isPassed,
    lead: [
      `From ${base.name} (${plural(base.pages, 'page')}) to ${head.name} (${plural(head.pages, 'page')})`,
      summarizeDiff(report),
      ...(withoutContent === null ? [] : [withoutContent]),
      ...notes,
    ],
    tiles: [
      { label: 'To fix or allow', value: failing, tone: 'bad' },
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
      renderPart('Changes of several pages', groups.filter((group) => group.pages > 1).map(renderShared)),
      renderPart(
        'Pages',
        pages.map((page) => renderPage(page, groupById)),
      ),
      renderRows(
        'Redirects',
        ['From', 'Before', 'After'],
        redirects.map(({ from, before, after }) => [from, before ?? '–', after ?? '–']),
      ),
      renderRows(
        'Other files',
        ['File', 'Status', 'What'],
        describeFiles(files).map(({ path, status, what }) => [path, status, what]),
      ),
    ],
  });
}

function renderRows(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const table = renderTable(
    title,
    columns,
    rows.map((cells) => ({ cells: cells.map(escapeXml), tags: ['search', 'technical'] })),
  );
  return `<section data-part>
<h2>${escapeXml(title)} <span class="count">${rows.length}</span></h2>
<div class="card card--plain">${table}</div>
</section>
`;
}

function renderGate({ code, what, why, fix, where, paths, pages, allowed }: GateFinding): string {
  const tone = allowed === null ? 'bad' : 'plain';
  return renderCard({
    tone,
    tags: ['gate', 'search'],
    summary: `${renderChip(allowed === null ? 'Fix or allow' : 'Allowed', tone)} <h3>${escapeXml(what)}</h3> <code class="muted">${code}</code>`,
    body: `<p>${escapeXml(allowed === null ? why : `Allowed: ${allowed}`)}</p>
${allowed === null ? `<p>${escapeXml(fix)}</p>\n` : ''}${renderOwners([where])}${pages > 1 ? `<p class="path">${escapeXml(describePages({ pages, paths }, 20))}</p>\n` : ''}`,
    count: pages,
    isOpen: allowed === null,
  });
}

function renderShared(group: ChangeGroup): string {
  const { concern } = CHANGE_KINDS[group.kind];
  const { label, tone } = CONCERNS[concern];
  return renderCard({
    tone,
    tags: [concern],
    summary: `${renderChip(plural(group.pages, 'page'), 'plain')} ${renderChip(label, tone)} <h3>${escapeXml(describeChange(group))}</h3>${renderRuns(group.runs)}`,
    body: `${renderAlso(group)}${renderOwners(group.owners)}<p class="path">${escapeXml(describePages(group, 20))}</p>\n`,
    count: group.pages,
  });
}

function renderPage(page: PageDiff, groupById: ReadonlyMap<number, ChangeGroup>): string {
  const { path, status, title, cause, entry, changes } = page;
  const groups = changes.flatMap((id) => groupById.get(id) ?? []);
  const [own, shared] = [groups.filter(({ pages }) => pages === 1), groups.filter(({ pages }) => pages > 1)];
  const move = describeMove(page);
  const concerns = new Set(groups.map(({ kind }) => CHANGE_KINDS[kind].concern));
  const cameFrom = CAUSES[cause] === '' ? '' : ` ${renderChip(`by ${CAUSES[cause]}`, 'plain')}`;
  const number = changes.length === 0 ? '' : ` ${renderChip(plural(changes.length, 'change'), 'plain')}`;
  const place = entry === null ? [] : [entryPlace(entry)];
  return renderCard({
    tone: STATUSES[status],
    tags: changes.length === 0 ? ['search', 'content'] : [...concerns],
    summary: `${renderChip(status, STATUSES[status])} <h3 class="path">${escapeXml(path)}</h3>${number}${cameFrom}<br><span class="muted">${escapeXml([title, move].filter((text) => text !== '').join(' · '))}</span>`,
    body: [
      renderOwners(place),
      ...own.map(renderChange),
      ...(shared.length === 0 ? [] : [renderSharedList(shared)]),
    ].join(''),
    count: changes.length,
  });
}

function renderSharedList(groups: readonly ChangeGroup[]): string {
  const rows = groups.map((group) => `<li>${escapeXml(describeChange(group))}</li>`);
  return `<div class="change"><p class="muted">Also on other pages:</p><ul>${rows.join('')}</ul></div>\n`;
}

function renderChange(group: ChangeGroup): string {
  const { label, tone } = CONCERNS[CHANGE_KINDS[group.kind].concern];
  return `<div class="change">${renderChip(label, tone)} <strong>${escapeXml(describeChange(group))}</strong>${renderRuns(group.runs)}${renderAlso(group)}${renderOwners(group.owners)}</div>\n`;
}

function renderAlso(group: ChangeGroup): string {
  const also = describeAlso(group);
  return also === '' ? '' : `<p class="muted">${escapeXml(also)}</p>\n`;
}

function renderOwners(places: readonly ProblemPlace[]): string {
  const named = places.filter(({ collection }) => collection !== undefined);
  return named
    .map((place) => `<p>${escapeXml(describeOwner({ ...place }))} ${renderLink('Edit', place.editUrl)}</p>\n`)
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
