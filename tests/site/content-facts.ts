// What a page must show, as plain facts about its HTML: an element with a text, a link or a picture, and what is inside
// it. Relied on afterwards: a fact is compared with the parsed page only, never with what the builder thinks of it.

import { basename, extname } from 'node:path';
import { Parser } from 'htmlparser2';
import { type BuiltPage, elementsInside, type PageElement } from './built-site.ts';

/** One thing that a page must show. */
export interface Fact {
  /** Tag, or tag and classes: `h1`, `p.opening__subtitle`. */
  readonly element: string;
  /** The element's whole text. */
  readonly text?: string;
  /** Text that the element's text begins with: links say after their caption that they open a new tab. */
  readonly startsWith?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Path of a file of the content: the element shows a hashed copy of it. */
  readonly image?: string;
  /** Facts that hold inside of the same element. */
  readonly inside?: readonly Fact[];
}

/** The facts that do not hold on a page, as sentences. */
export function findMissingFacts(page: BuiltPage, facts: readonly Fact[]): readonly string[] {
  return facts
    .filter((fact) => !isThere(page, page.elements, fact))
    .map((fact) => `${page.path} lacks ${JSON.stringify(fact)}`);
}

function isThere(page: BuiltPage, elements: readonly PageElement[], fact: Fact): boolean {
  return elements.some(
    (element) =>
      matches(element, fact) &&
      (fact.inside ?? []).every((inner) => isThere(page, elementsInside(page, element), inner)),
  );
}

function matches({ tag, attributes, text }: PageElement, fact: Fact): boolean {
  const [wantedTag, ...classes] = fact.element.split('.');
  const ownClasses = (attributes.class ?? '').split(' ');
  return (
    tag === wantedTag &&
    classes.every((name) => ownClasses.includes(name)) &&
    (fact.text === undefined || text === collapse(fact.text)) &&
    (fact.startsWith === undefined || text.startsWith(collapse(fact.startsWith))) &&
    (fact.image === undefined || isMadeOf(attributes.src ?? '', fact.image)) &&
    Object.entries(fact.attributes ?? {}).every(([name, value]) => attributes[name] === value)
  );
}

/** Whether a source is made of a file: `/assets/cup-0123456789.svg` of `pages/cup.svg`, `/assets/cup-960-….webp` of `cup.jpg`. */
function isMadeOf(source: string, file: string): boolean {
  const extension = extname(file);
  const start = `/assets/${basename(file, extension)}-`;
  const rest = source.startsWith(start) ? source.slice(start.length) : '';
  const made = extension === '.svg' ? /^[0-9a-f]+\.svg$/ : /^\d+-[0-9a-f]+\.webp$/;
  return made.test(rest);
}

const collapse = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Elements of an editor's HTML that must come out as they are. */
const KEPT_TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'table', 'th', 'td', 'img', 'a', 'strong', 'em', 'code'],
  ...['figure', 'figcaption'],
];

/** An editor's HTML: its whole text, and every element that carries meaning. */
export function richTextFact(html: string): Fact {
  const inside: Fact[] = [];
  let text = '';
  const open: { tag: string; text: string; alt: string | undefined }[] = [];
  const parser = new Parser({
    onopentag: (tag, { alt }) => open.push({ tag, text: '', alt }),
    ontext: (part) => {
      text += part;
      for (const element of open) element.text += part;
    },
    onclosetag: () => {
      const element = open.pop();
      if (element === undefined || !KEPT_TAGS.includes(element.tag)) return;
      // It is printed as a plain cell.
      if (element.tag === 'th' && element.text.trim() === '') return;
      inside.push(
        element.tag === 'img'
          ? { element: 'img', attributes: { alt: element.alt ?? '' } }
          : { element: element.tag, text: element.text },
      );
    },
  });
  parser.end(html);
  return { element: 'div.rich-text', text, inside };
}
