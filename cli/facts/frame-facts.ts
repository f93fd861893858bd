// What markup says, read from what it is put together of: the tags of a frame are read once, with its marks in their place,
// and of each page only what stands at the marks. It is what the whole HTML says.

import { type Frame, isMarkup, type Markup, type Texts, textOf } from '../../templates/markup.ts';
import { addOnce } from './distinct-texts.ts';
import { createValue, hasMark, markPlace, resolveValue } from './frame-values.ts';
import { type OpenTag, readTags } from './read-tags.ts';
import {
  countHeadings,
  type Found,
  findReader,
  findTitle,
  READ_ATTRIBUTES,
  type ReadTag,
  readHtml,
  startFacts,
} from './tag-facts.ts';

/** Adds what some markup says. */
export function readMarkup(markup: Markup, found: Found): void {
  if (typeof markup === 'string') {
    if (markup.includes('<')) readHtml(markup, found);
    return;
  }
  if ('html' in markup) {
    const { ids, links } = markup;
    for (let index = 0; index < ids.length; index += 1) found.ids.push(ids[index] ?? '');
    for (let index = 0; index < links.length; index += 1) addOnce(found.links, links[index] ?? '');
    return;
  }
  const { frame, texts } = markup;
  const steps = stepsOf(frame);
  for (let index = 0; index < steps.length; index += 1) steps[index]?.(texts, found);
}

/** Adds what a part of a frame says with these texts. */
type Step = (texts: Texts, found: Found) => void;

const stepsByFrame = new WeakMap<Frame, readonly Step[]>();

function stepsOf(frame: Frame): readonly Step[] {
  const known = stepsByFrame.get(frame);
  if (known !== undefined) return known;
  const steps = listSteps(frame);
  stepsByFrame.set(frame, steps);
  return steps;
}

/** Between the marks that stand between its tags a frame is HTML that ends between tags. */
function listSteps({ start, others }: Frame): readonly Step[] {
  const steps: Step[] = [];
  let html = start;
  for (const other of others) {
    const { text, after } = other;
    if (isInTag(html)) {
      html += markPlace(other) + after;
      continue;
    }
    steps.push(...listTagSteps(html), (texts, found) => readText(textOf(texts, text), found));
    html = after;
  }
  return [...steps, ...listTagSteps(html)];
}

function readText(text: Texts[string], found: Found): void {
  if (isMarkup(text)) readMarkup(text, found);
  else for (const filled of text) readMarkup(filled, found);
}

function isInTag(html: string): boolean {
  return html.lastIndexOf('<') > html.lastIndexOf('>');
}

/** Tags that follow each other, of which nothing is read but what their attributes are, say it in one step. */
function listTagSteps(html: string): readonly Step[] {
  const steps: Step[] = [];
  let said = startFacts();
  said.headingCount = countHeadings(html);
  said.title = findTitle(html);
  readTags(html, {
    onId: (id) => said.ids.push(id),
    onTag: (tag) => {
      const read = findReader(tag);
      if (read === null) return;
      if (isReadInParts(tag)) {
        steps.push(...listSayings(said), createTagStep(tag, read));
        said = startFacts();
      } else read(tag.attribute, said);
    },
  });
  return [...steps, ...listSayings(said)];
}

/** Attributes of which more is read than that they are what they are. */
const READ_IN_PARTS = ['srcset', 'srcSet', 'content'];

function isReadInParts(tag: OpenTag): boolean {
  if (tag.attribute('property') !== undefined || tag.attribute('name') === 'description') return false;
  return READ_IN_PARTS.some((name) => hasMark(tag.attribute(name) ?? ''));
}

/** Reads the tag anew with the texts of each page. */
function createTagStep(tag: OpenTag, read: ReadTag): Step {
  const values = new Map(
    READ_ATTRIBUTES.flatMap((name) => {
      const written = tag.attribute(name);
      return written === undefined ? [] : [[name, createValue(written)] as const];
    }),
  );
  return (texts, found) =>
    read((name) => {
      const value = values.get(name);
      return value === undefined ? undefined : resolveValue(value, texts);
    }, found);
}

/** Says what was read, with texts where marks are: a step for each kind of what there is, for between most tags there is little. */
function listSayings(said: Found): readonly Step[] {
  const { headingCount, hasNoindex, alternates } = said;
  return [
    ...sayEach(said.ids, (found, id) => found.ids.push(id)),
    ...sayEach(said.links.texts, (found, href) => addOnce(found.links, href)),
    ...sayEach(said.assets.texts, (found, source) => addOnce(found.assets, source)),
    ...sayEach(said.unsizedImages.texts, (found, source) => addOnce(found.unsizedImages, source)),
    ...sayEach(said.unnamedImages.texts, (found, source) => addOnce(found.unnamedImages, source)),
    ...sayOnce(said.title, (found, title) => {
      found.title ??= title;
    }),
    ...sayOnce(said.description, (found, description) => {
      found.description = description;
    }),
    ...sayOnce(said.language, (found, language) => {
      found.language = language;
    }),
    ...sayOnce(said.canonical, (found, canonical) => {
      found.canonical = canonical;
    }),
    ...Object.entries(said.openGraph).flatMap(([name, content]) =>
      sayOnce(content, (found, value) => {
        found.openGraph[name] = value;
      }),
    ),
    ...alternates.flatMap(({ hreflang, href: written }) =>
      sayOnce(written, (found, href) => found.alternates.push({ hreflang, href })),
    ),
    ...sayIf(headingCount > 0, (found) => {
      found.headingCount += headingCount;
    }),
    ...sayIf(hasNoindex, (found) => {
      found.hasNoindex = true;
    }),
  ];
}

type SayValue = (found: Found, value: string) => void;

function sayEach(written: readonly string[], say: SayValue): readonly Step[] {
  const values = written.map(createValue);
  return sayIf(values.length > 0, (found, texts) => {
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      if (value !== undefined) say(found, resolveValue(value, texts));
    }
  });
}

function sayOnce(written: string | null, say: SayValue): readonly Step[] {
  return written === null ? [] : sayEach([written], say);
}

function sayIf(isSaid: boolean, say: (found: Found, texts: Texts) => void): readonly Step[] {
  return isSaid ? [(texts, found) => say(found, texts)] : [];
}
