// Sanitizes HTML of the content service: allows only listed elements and attributes, and resolves links. The result has no scripts,
// styles, event handlers, frames or decoded control characters.

import type sanitizer from 'sanitize-html';
import type { TextRules } from '../contexts.ts';
import { escapeHtml } from '../escape-html.ts';
import type { ImageInput } from '../page-input.ts';
import {
  type CleanHeading,
  type CleanText,
  cleanRichText,
  type FindLink,
  isListed,
  textOf,
} from './clean-rich-text.ts';
import { limitNesting } from './limit-nesting.ts';
import { hasFinalHrefs, resolveLink, resolvePlain } from './resolve-link.ts';
import { createOptions, TEXT_SIZES } from './rich-text-options.ts';
import { tidyRichText } from './tidy-rich-text.ts';

/** The empty corner of a table, which screen readers would announce as a heading. */
const EMPTY_HEADING = /<th((?:\s[^>]*)?)>\s*<\/th>/g;

/** Written as entities. The intake removes unescaped ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]+/g;

/** Sanitizes a rich text. An id that `takenIds` has is left out; others are added to it. */
export function sanitizeRichText(html: string, rules: TextRules): string {
  const { pieces, headings } = cleanText(html, rules);
  return joinPieces(pieces, headings, ({ ownId }) => takeId(ownId, rules));
}

/** Joins a text, with the ids that `findId` returns. */
export function joinPieces(
  [first = '', ...others]: CleanText['pieces'],
  headings: readonly CleanHeading[],
  findId: (heading: CleanHeading) => string | null,
): string {
  let html = first;
  for (const [index, piece] of others.entries()) {
    const heading = headings[index];
    const id = heading === undefined ? null : findId(heading);
    html += id === null ? piece : ` id="${id}"${piece}`;
  }
  return html;
}

/** The id, if no other element of the page has it. */
export function takeId(id: string | null, { takenIds }: Pick<TextRules, 'takenIds'>): string | null {
  if (id === null || takenIds.has(id)) return null;
  takenIds.add(id);
  return id;
}

/** Sanitizes a rich text, and returns its headings and length, too. */
export function cleanText(html: string, rules: TextRules): CleanText {
  return cleanRichText(html, createLinkFinder(rules)) ?? describe(html, sanitizeThoroughly(html, rules));
}

const HEADING_START = /<(h[2-6])((?:\s[^>]*)?)>/g;
const ID = /\sid="([^"]*)"/;

/** Splits a sanitized text at its headings, and takes their ids out. */
function describe(html: string, safeHtml: string): CleanText {
  const pieces: string[] = [];
  const headings: CleanHeading[] = [];
  let copied = 0;
  let end = 0;
  for (const { 0: tag, 1: name = '', 2: attributes = '', index } of safeHtml.matchAll(HEADING_START)) {
    const id = ID.exec(attributes);
    const isOwn = isListed(name) && index >= end;
    if (!isOwn && id === null) continue;
    const nameEnd = index + name.length + 1;
    pieces.push(safeHtml.slice(copied, nameEnd));
    const idStart = id === null ? nameEnd : nameEnd + id.index;
    // Only the id is before it.
    copied = id === null ? nameEnd : idStart + id[0].length;
    if (isOwn) end = safeHtml.indexOf(`</${name}>`, index);
    const titleHtml = isOwn ? textOf(safeHtml.slice(index + tag.length, end)) : '';
    headings.push({ titleHtml, ownId: id?.[1] ?? null });
  }
  pieces.push(safeHtml.slice(copied));
  return { pieces, headings, characters: countCharacters(html) };
}

/** Characters outside tags. An entity counts as written. */
function countCharacters(html: string): number {
  let characters = html.length;
  for (let start = html.indexOf('<'); start !== -1; ) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    characters -= end + 1 - start;
    start = html.indexOf('<', end);
  }
  return characters;
}

/** Sanitizes any text with the library. Its output is escaped, so removing parts of it later is safe. */
export function sanitizeThoroughly(html: string, rules: TextRules): string {
  // Loaded on first use, because this takes half of the time to load the templates.
  const sanitizeHtml: typeof sanitizer = require('sanitize-html');
  const safeHtml = sanitizeHtml(limitNesting(html), createOptions(rules)).replace(CONTROL_CHARACTERS, '');
  return addSources(tidyRichText(safeHtml).replace(EMPTY_HEADING, printEmptyCell), rules);
}

const IMAGE = /<img src="([^"]*)"[^>]*>/g;

/** Adds the better formats of images, and the stills of moving ones. */
function addSources(safeHtml: string, { richImages }: TextRules): string {
  const sourcesByAddress = new Map(
    Object.values(richImages).flatMap(({ src, sources }) =>
      sources.length === 0 ? [] : [[escapeHtml(src), sources.map(printSource).join('')] as const],
    ),
  );
  if (sourcesByAddress.size === 0) return safeHtml;
  return safeHtml.replace(IMAGE, (image, address: string) => {
    const sources = sourcesByAddress.get(address);
    return sources === undefined ? image : `<picture class="picture">${sources}${image}</picture>`;
  });
}

function printSource({ type, srcset, media }: ImageInput['sources'][number]): string {
  const sizes = srcset.includes(' ') ? ` sizes="${TEXT_SIZES}"` : '';
  const condition = media === null ? '' : ` media="${escapeHtml(media)}"`;
  return `<source type="${escapeHtml(type)}" srcset="${escapeHtml(srcset)}"${sizes}${condition} />`;
}

function printEmptyCell(_heading: string, attributes: string): string {
  return `<td${attributes.replace(/\sscope="[^"]*"/, '')}></td>`;
}

/** No characters to escape, and an allowed scheme. */
const PLAIN_HREF = /^(?:https?:\/\/|\/(?!\/)|#|\?)[\w\-.~:/?#@!$*+,;=%]*$/;

/** Resolves links without characters to escape, as most are. */
function createLinkFinder(rules: TextRules): FindLink {
  const mayChange = hasFinalHrefs(rules);
  return (href) => {
    const plain = mayChange ? null : resolvePlain(href, rules.origin);
    if (plain !== null) return plain;
    const link = resolveLink(href, rules);
    return link !== null && PLAIN_HREF.test(link.href) ? link : null;
  };
}
