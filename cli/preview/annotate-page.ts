// Adds attributes to a page with the field that each text and picture comes from. The page was rendered twice, without and with marks
// in its content, and the marks are found by comparing both tag by tag.

import { diffArrays } from 'diff';
import { escapeHtml } from '../../templates/escape-html.ts';
import { tabOf } from '../content/blueprints/read-fields.ts';
import { findMarks, moveToFigures, type Origin, removeMarks } from './site/marks.ts';

/** The edit address of an element, and the name of its field. */
const EDIT_ATTRIBUTE = 'data-sitegen-edit';
const LABEL_ATTRIBUTE = 'data-sitegen-field';

const TOKEN = /<!--[\s\S]*?-->|<[^>]*>|[^<]+/g;
const OPEN_TAG = /^<([a-z][\w-]*)/i;
const CLOSE_TAG = /^<\//;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
/** Elements that have keyboard focus without `tabindex`. */
const FOCUSABLE = /^(?:a|button|input|select|textarea|summary|iframe)$/i;
/** Attributes with visible text. */
const SHOWN_ATTRIBUTES = /\s(?:alt|title|aria-label|placeholder)="([^"]*)"/gi;

/** Adds the attributes. Parts that differ in more than marks are left unchanged. */
export function annotatePage(page: string, marked: string, origins: readonly Origin[]): string {
  const tokens = page.match(TOKEN) ?? [];
  const marksByTag = new Map<number, readonly number[]>();
  const open: number[] = [];
  for (const [index, token, twin] of pairTokens(tokens, moveToFigures(marked).match(TOKEN) ?? [])) {
    const name = OPEN_TAG.exec(token)?.[1];
    if (name !== undefined) {
      if (!VOID.test(name) && !token.endsWith('/>')) open.push(index);
      note(marksByTag, index, findShownMarks(twin));
    } else if (CLOSE_TAG.test(token)) open.pop();
    else if (!token.startsWith('<') && removeMarks(twin) === token) note(marksByTag, open.at(-1), findMarks(twin));
  }
  const originsOf = (index: number) => (marksByTag.get(index) ?? []).flatMap((mark) => origins[mark] ?? []);
  return tokens.map((token, index) => annotate(token, originsOf(index))).join('');
}

function note(marksByTag: Map<number, readonly number[]>, tag: number | undefined, marks: readonly number[]): void {
  if (tag !== undefined && marks.length > 0) marksByTag.set(tag, [...(marksByTag.get(tag) ?? []), ...marks]);
}

function findShownMarks(tag: string): readonly number[] {
  return Array.from(tag.matchAll(SHOWN_ATTRIBUTES), ([, text = '']) => findMarks(text)).flat();
}

/** Pages that differ more are left unchanged. */
const MAX_EDITS = 1000;

/** Pairs the tokens of both pages, in order. */
function* pairTokens(
  tokens: readonly string[],
  twins: readonly string[],
): Generator<readonly [index: number, token: string, twin: string]> {
  const [kinds, twinKinds] = [tokens.map(kindOf), twins.map(kindOf)];
  let [index, twin] = [0, 0];
  for (const { count, added, removed } of diffArrays(kinds, twinKinds, { maxEditLength: MAX_EDITS }) ?? []) {
    const end = index + (added ? 0 : count);
    for (; index < end; index += 1) {
      const token = tokens[index] ?? '';
      yield [index, token, (removed ? undefined : twins[twin]) ?? token];
      if (!removed) twin += 1;
    }
    if (added) twin += count;
  }
}

/** The name of a tag with its slash; '' for a text. */
function kindOf(token: string): string {
  return token.startsWith('<') ? (/^<[/!]?[\w-]*/.exec(token)?.[0] ?? '<') : '';
}

function annotate(token: string, origins: readonly Origin[]): string {
  const [first] = origins;
  const name = OPEN_TAG.exec(token)?.[1] ?? '';
  if (first === undefined || /^(?:meta|title|script)$/.test(name)) return token;
  // A click opens one address: that of the first text. The label has all fields of its entry.
  const { entry } = first;
  const fields = new Set(origins.flatMap((origin) => (origin.entry === entry ? [origin.field] : [])));
  const label = `${entry} › ${[...fields].join(', ')}`;
  const focus = FOCUSABLE.test(name) || /\stabindex="/i.test(token) ? '' : ' tabindex="0"';
  const attributes = ` ${EDIT_ATTRIBUTE}="${escapeHtml(addressOf(first))}" ${LABEL_ATTRIBUTE}="${escapeHtml(label)}"${focus}`;
  return token.replace(/\s*\/?>$/, (end) => `${attributes}${end}`);
}

/** The edit address, with the field for sitegen-field.js of the Statamic kit, and the tab of the control panel. */
function addressOf({ editUrl, path }: Origin): string {
  const url = URL.parse(editUrl ?? '');
  // Entries of the sample are files.
  if (url === null || !/^https?:$/.test(url.protocol)) return editUrl ?? '';
  url.searchParams.set('field', path);
  const tab = tabOf(path.split('.')[0] ?? '');
  if (tab !== 'main') url.hash = tab;
  return url.href;
}
