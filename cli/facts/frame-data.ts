// What the JSON-LD of a frame says: its graph is checked once, with stand-ins for the texts of a page. Where a page's texts
// are what such texts are, that is what the page says; else its own graph is looked at.

import type { Texts } from '../../templates/markup.ts';
import { createValue, type FrameValue, hasMark, resolveValue } from './frame-values.ts';
import {
  checkStructuredData,
  DATE_PROPERTIES,
  isAbsolute,
  isDate,
  parseStructuredData,
  type StructuredDataFacts,
  URL_PROPERTIES,
} from './structured-data-facts.ts';

/** Reads the structured data of a page from its texts. */
export type ReadData = (texts: Texts) => StructuredDataFacts;

/** What a value must be for what was found with its stand-in. */
type ValueKind = 'text' | 'url' | 'date';

/** A text of a page, and what it must be. */
interface WantedText {
  readonly value: FrameValue;
  readonly kind: ValueKind;
}

/** Before a mark that stands for an address: the rules look at how an address begins. */
const URL_STAND_IN = 'https://';
const DATE_STAND_IN = '2000-01-01T00:00:00Z';

/** The reader of the text of a script, marks and all. */
export function createDataReader(json: string): ReadData {
  if (!hasMark(json)) {
    const facts = parseStructuredData(json);
    return () => facts;
  }
  const graph: unknown = JSON.parse(json);
  const texts = new Map<string, WantedText>();
  const facts = checkStructuredData(
    replaceMarks(graph, (text, property) => {
      const kind = kindOf(property);
      texts.set(`${kind} ${text}`, { value: createValue(text), kind });
      return standInOf(text, kind);
    }),
  );
  const wanted = [...texts.values()].filter(isToBeLookedAt);
  const urls = facts.urls.map(createUrl);
  const pageUrl = facts.pageUrl === null ? null : createUrl(facts.pageUrl);
  const isAlike = facts.faults.every(({ what }) => !hasMark(what));
  return (page) => {
    if (!isAlike || !wanted.every(({ value, kind }) => isOfKind(resolveValue(value, page), kind)))
      return checkStructuredData(replaceMarks(graph, (text) => resolveValue(createValue(text), page)));
    return {
      urls: resolveOnce(urls, page),
      pageUrl: pageUrl === null ? null : resolveValue(pageUrl, page),
      faults: facts.faults,
    };
  };
}

/** A few, each once. */
function resolveOnce(values: readonly FrameValue[], page: Texts): readonly string[] {
  const resolved: string[] = [];
  for (const value of values) {
    const text = resolveValue(value, page);
    if (!resolved.includes(text)) resolved.push(text);
  }
  return resolved;
}

/** Most values begin with what every page's begin with, which says enough of them. */
function isToBeLookedAt({ value: { start, others }, kind }: WantedText): boolean {
  if (kind === 'text') return start === '' && others.every(({ after }) => after === '');
  return kind === 'date' || !isAbsolute(start);
}

/** The graph with something else for each text that has a mark. */
function replaceMarks(value: unknown, replace: (text: string, property: string) => string, property = ''): unknown {
  if (typeof value === 'string') return hasMark(value) ? replace(value, property) : value;
  if (Array.isArray(value)) return value.map((item) => replaceMarks(item, replace, property));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceMarks(inner, replace, name)]));
}

function standInOf(text: string, kind: ValueKind): string {
  if (kind === 'date') return DATE_STAND_IN;
  return kind === 'url' ? `${URL_STAND_IN}${text}` : text;
}

function kindOf(property: string): ValueKind {
  if (DATE_PROPERTIES.has(property)) return 'date';
  return URL_PROPERTIES.has(property) ? 'url' : 'text';
}

function isOfKind(value: string, kind: ValueKind): boolean {
  if (kind === 'text') return value !== '';
  return kind === 'url' ? isAbsolute(value) : isDate(value);
}

function createUrl(url: string): FrameValue {
  return createValue(hasMark(url) ? url.slice(URL_STAND_IN.length) : url);
}
