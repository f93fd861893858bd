// What markup says, read from what it is put together of: the tags of a frame are read once, with its marks in their place,
// and of each page only what stands at the marks. It is what the whole HTML says.

import { type Frame, type Markup, type Texts, textOf } from '../../templates/markup.ts';
import { decodeEntities } from './find-attributes.ts';
import { readTags } from './read-tags.ts';
import { countHeadings, type Found, findReader, READ_ATTRIBUTES, readHtml } from './tag-facts.ts';

/** Adds what some markup says. */
export function readMarkup(markup: Markup, found: Found): void {
  if (typeof markup === 'string') {
    if (markup.includes('<')) readHtml(markup, found);
    return;
  }
  const { frame, texts } = markup;
  for (const step of stepsOf(frame)) step(texts, found);
}

/** Adds what a part of a frame says with these texts. */
type Step = (texts: Texts, found: Found) => void;
/** What is printed somewhere, decoded. */
type Value = (texts: Texts) => string;

const stepsByFrame = new WeakMap<Frame, readonly Step[]>();

function stepsOf(frame: Frame): readonly Step[] {
  const known = stepsByFrame.get(frame);
  if (known !== undefined) return known;
  const steps = listSteps(frame);
  stepsByFrame.set(frame, steps);
  return steps;
}

/** Stands for a mark inside a tag: no frame can hold it. */
const MARK_START = `\u0001${crypto.randomUUID()}:`;
const MARK_END = '\u0002';

/** Between its marks that are texts a frame is HTML that ends between tags. */
function listSteps({ start, others }: Frame): readonly Step[] {
  const steps: Step[] = [];
  let html = start;
  for (const { text, after } of others) {
    if (isInTag(html)) {
      html += `${MARK_START}${text}${MARK_END}${after}`;
      continue;
    }
    steps.push(...listTagSteps(html), (texts, found) => readText(textOf(texts, text), found));
    html = after;
  }
  return [...steps, ...listTagSteps(html)];
}

function readText(text: Texts[string], found: Found): void {
  if (typeof text === 'string' || 'frame' in text) readMarkup(text, found);
  else for (const filled of text) readMarkup(filled, found);
}

function isInTag(html: string): boolean {
  return html.lastIndexOf('<') > html.lastIndexOf('>');
}

function listTagSteps(html: string): readonly Step[] {
  const steps: Step[] = [];
  const headings = countHeadings(html);
  if (headings > 0)
    steps.push((_, found) => {
      found.headingCount += headings;
    });
  readTags(html, {
    onId: (id) => {
      const value = createValue(id);
      steps.push((texts, found) => found.ids.push(value(texts)));
    },
    onTag: (tag) => {
      const reader = findReader(tag);
      if (reader === null) return;
      const values = new Map(
        READ_ATTRIBUTES.flatMap((name) => {
          const written = tag.attribute(name);
          return written === undefined ? [] : [[name, createValue(written)] as const];
        }),
      );
      steps.push((texts, found) => reader((name) => values.get(name)?.(texts), found));
    },
  });
  return steps;
}

/** The value of what is written in a tag, marks and all. */
function createValue(written: string): Value {
  const [start = '', ...others] = written.split(MARK_START);
  if (others.length === 0) return () => start;
  const parts = others.map((other) => {
    const end = other.indexOf(MARK_END);
    return { name: other.slice(0, end), after: other.slice(end + MARK_END.length) };
  });
  return (texts) => {
    let value = start;
    for (const { name, after } of parts) value += decodeText(textOf(texts, name)) + after;
    return value;
  };
}

function decodeText(text: Texts[string]): string {
  if (typeof text !== 'string') throw new Error('Markup stands where a text must.');
  return decodeEntities(text);
}
