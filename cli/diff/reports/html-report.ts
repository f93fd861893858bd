// The comparison as an HTML page for editors.

import { describeOwner, describePages } from '../../check/reports/check-report.ts';
import { escapeXml } from '../../text/escape-xml.ts';
import { plural } from '../../text/printable-text.ts';
import {
  renderCard,
  renderChip,
  renderDocument,
  renderLink,
  renderPart,
  type Tone,
} from '../../text/report-document.ts';
import type { WordRun } from '../compare-pages.ts';
import type { ChangeGroup, DiffReport } from '../diff-report.ts';
import type { GateFinding } from '../gates.ts';
import { CHANGE_KINDS, type Concern } from '../page-view.ts';
import { describeCause, describeChange, listNotes, outlineDiff, type Row, summarizeDiff } from './outline-diff.ts';

const CONCERNS: Readonly<Record<Concern, { readonly label: string; readonly tone: Tone }>> = {
  search: { label: 'Search engines', tone: 'warn' },
  content: { label: 'Readers', tone: 'info' },
  technical: { label: 'Technical', tone: 'plain' },
};
const TONES: Readonly<Record<Row['mark'], Tone>> = {
  removed: 'bad',
  added: 'good',
  moved: 'warn',
  changed: 'info',
  shared: 'plain',
};
const MAX_CHANGES = 20;

export function renderHtml(report: DiffReport): string {
  const { base, head, counts, gates, pages, isPassed } = report;
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
      ...outlineDiff(report).map(({ title, rows }) => renderPart(title, rows.map(renderRow))),
    ],
  });
}

function renderGate({ code, what, why, fix, where, paths, pages, allowed }: GateFinding): string {
  const tone = allowed === null ? 'bad' : 'plain';
  const owner = where.collection === undefined ? [] : [describeOwner(where)];
  return renderCard({
    tone,
    tags: ['gate', 'search'],
    summary: `${renderChip(allowed === null ? 'Fix or allow' : 'Allowed', tone)} <h3>${escapeXml(what)}</h3> <code class="muted">${code}</code>`,
    body: [
      ...[why, fix, ...owner].map((text) => `<p>${escapeXml(text)}</p>\n`),
      renderLink('Edit', where.editUrl),
      pages > 1 ? `<p class="path">${escapeXml(describePages({ pages, paths }, 20))}</p>\n` : '',
    ].join(''),
    count: pages,
    isOpen: allowed === null,
  });
}

function renderRow({ mark, name, note, causes, changes }: Row): string {
  const tags = new Set(changes.map(({ kind }) => CHANGE_KINDS[kind].concern));
  const owners = causes.map(
    (cause) => `<p>By ${escapeXml(describeCause(cause))} ${renderLink('Edit', cause.where.editUrl)}</p>\n`,
  );
  return renderCard({
    tone: TONES[mark],
    tags: tags.size === 0 ? ['search', 'content', 'technical'] : [...tags],
    summary: `${renderChip(mark, TONES[mark])} <h3 class="path">${escapeXml(name)}</h3><br><span class="muted">${escapeXml(note)}</span>`,
    body: [...owners, ...changes.slice(0, MAX_CHANGES).map(renderChange)].join(''),
    count: changes.length,
  });
}

function renderChange(group: ChangeGroup): string {
  const { label, tone } = CONCERNS[CHANGE_KINDS[group.kind].concern];
  const others = group.pages > 1 ? ` <span class="muted">on ${plural(group.pages, 'page')}</span>` : '';
  return `<div class="change">${renderChip(label, tone)} <strong>${escapeXml(describeChange(group))}</strong>${others}${renderRuns(group.runs)}</div>\n`;
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
