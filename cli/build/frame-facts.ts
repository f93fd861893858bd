// What markup says, read from what it is put together of: the tags of a frame are read once, with its marks in their place,
// and of each page only what stands at the marks. It is what the whole HTML says.

import { type Frame, isMarkup, type Markup, type Texts, textOf } from '../../templates/markup.ts';
import { addOnce } from './distinct-texts.ts';
import { createDataReader, type ReadData } from './frame-data.ts';
import { createValue, hasMark, markPlace, resolveValue } from './frame-values.ts';
import { type OpenTag, readTags } from './read-tags.ts';
import {
  countHeadings,
  type Found,
  findReader,
  findTitle,
  JSON_LD_TYPE,
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
    for (const id of markup.ids) found.ids.push(id);
    for (const href of markup.links) addOnce(found.links, href);
    return;
  }
  const { frame, texts } = markup;
  for (const step of stepsOf(frame)) step(texts, found);
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
    const { text, place, after } = other;
    if (place !== 'markup' || isInTag(html)) {
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
        steps.push(createSaying(said), createTagStep(tag, read));
        said = startFacts();
      } else read(tag.attribute, said);
      if (tag.isNamed('script') && tag.attribute('type') === JSON_LD_TYPE)
        steps.push(createDataStep(createDataReader(tag.textBefore('</script>'))));
    },
  });
  return [...steps, createSaying(said)];
}

function createDataStep(read: ReadData): Step {
  return (texts, found) => {
    found.structuredData.push(read(texts));
  };
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

/** Says what was read, with texts where marks are. */
function createSaying(said: Found): Step {
  const ids = said.ids.map(createValue);
  const links = said.links.texts.map(createValue);
  const assets = said.assets.texts.map(createValue);
  const unsizedImages = said.unsizedImages.texts.map(createValue);
  const unnamedImages = said.unnamedImages.texts.map(createValue);
  const { headingCount } = said;
  const sayHead = createHeadSaying(said);
  return (texts, found) => {
    for (const id of ids) found.ids.push(resolveValue(id, texts));
    for (const href of links) addOnce(found.links, resolveValue(href, texts));
    for (const source of assets) addOnce(found.assets, resolveValue(source, texts));
    for (const source of unsizedImages) addOnce(found.unsizedImages, resolveValue(source, texts));
    for (const source of unnamedImages) addOnce(found.unnamedImages, resolveValue(source, texts));
    found.headingCount += headingCount;
    sayHead?.(texts, found);
  };
}

/** What is said once a page; null where it is nothing. */
function createHeadSaying(said: Found): Step | null {
  const steps: Step[] = [];
  const say = (written: string | null, set: (found: Found, value: string) => void) => {
    if (written === null) return;
    const value = createValue(written);
    steps.push((texts, found) => set(found, resolveValue(value, texts)));
  };
  say(said.title, (found, title) => {
    found.title ??= title;
  });
  say(said.description, (found, description) => {
    found.description = description;
  });
  say(said.language, (found, language) => {
    found.language = language;
  });
  say(said.canonical, (found, canonical) => {
    found.canonical = canonical;
  });
  if (said.hasNoindex)
    steps.push((_, found) => {
      found.hasNoindex = true;
    });
  for (const [name, content] of Object.entries(said.openGraph))
    say(content, (found, value) => {
      found.openGraph[name] = value;
    });
  const alternates = said.alternates.map(({ hreflang, href }) => ({ hreflang, href: createValue(href) }));
  if (alternates.length > 0)
    steps.push((texts, found) => {
      for (const { hreflang, href } of alternates) found.alternates.push({ hreflang, href: resolveValue(href, texts) });
    });
  if (steps.length === 0) return null;
  return (texts, found) => {
    for (const step of steps) step(texts, found);
  };
}
