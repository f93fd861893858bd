// Replaces the stand-ins of the sanitizer: blocks that pages have no element for become paragraphs or breaks, so that their texts
// never run together; styles become elements; media become links. Reads and prints only HTML of the sanitizer, which is well-formed
// and escaped.

import { isVisible } from '../../content/trimmed.ts';

/** Replaces a block that pages have no element for, such as `<section>`. */
export const BLOCK = 'div';
/** Marks text with a style. */
export const STYLED = 'span';
/** Attribute with the elements that show the style of a stand-in or paragraph. */
export const SHOWN_AS = 'as';
/** Replaces a video or frame: attributes of its link, and the text of the link as the title. */
export const MEDIUM = 'media-link';
/** Stands for an address inside of a medium, with the same attributes. */
export const SOURCE = 'media-source';

/** Elements that show a style. */
const EMPHASES: ReadonlySet<string> = new Set(['strong', 'em', 's', 'sub', 'sup']);
/** Something to replace or remove. Most texts have nothing. */
const TO_TIDY =
  /<(?:div|span|media-)|<a>|<img (?![^>]*src=)| as="|<(a|h[2-6])(?: [^>]*)?>(?:[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]|<(?!img |\/?(?:a|h[2-6])\b)[^>]*>)*<\/\1>/u;
/** Items and cells, which may be loose: outside of a list or table. */
const PART = /<(?:li|t[dhr]|d[dt])\b/;
/** Elements that are nothing without words: links and headings that screen readers would announce. */
const NEEDS_WORDS = /^(?:a|h[2-6])$/;
/** Lists and their items, which are bullets and numbers of nothing without words. */
const LIST = /^(?:ul|ol|li)$/;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));
/** Elements that hold items or cells. */
const STRUCTURES = setOf('ul ol dl table colgroup thead tbody tfoot tr');
/** Elements that only these hold. Browsers drop cells without a table, and their texts run together. */
const PARTS = setOf('li dt dd thead tbody tfoot tr td th');
/** Elements that hold paragraphs. */
const FLOWS = setOf('li dd blockquote figure figcaption caption td th');
/** Other blocks; they hold text. */
const TEXTS = setOf('p h2 h3 h4 h5 h6 pre dt hr col');
const VOID = setOf('br hr img col');

/** What an element has inside: only text, stand-ins of blocks, or blocks. */
type Content = 'text' | 'stand-in' | 'block';

interface Element {
  readonly name: string;
  /** As printed: '' or with a leading space. */
  readonly attributes: string;
  readonly children: Node[];
  readonly isInLink: boolean;
  content: Content;
}
type Node = string | Element;

/** Replaces stand-ins, images without a source by their text alternative, and removes links without a target or words. */
export function tidyRichText(safeHtml: string): string {
  return PART.test(safeHtml) || TO_TIDY.test(safeHtml) ? printFlow(parse(safeHtml), null) : safeHtml;
}

function parse(html: string): readonly Node[] {
  const root = openElement('', '', false);
  const open = [root];
  let parent = root;
  let end = 0;
  const leave = () => {
    const closed = open.length > 1 ? open.pop() : undefined;
    parent = open.at(-1) ?? root;
    // What is in a medium is not shown.
    if (closed !== undefined && parent.name !== MEDIUM) parent.content = outerOf(parent.content, closed.content);
  };
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', end)) {
    if (start > end) parent.children.push(html.slice(end, start));
    end = html.indexOf('>', start) + 1;
    if (html[start + 1] === '/') {
      leave();
      continue;
    }
    const tag = html.slice(start + 1, end - 1).replace(/ ?\/$/, '');
    const [name = ''] = tag.split(' ', 1);
    const isLoose = PARTS.has(name) && !STRUCTURES.has(open.findLast((outer) => outer.name !== BLOCK)?.name ?? '');
    const [shown, attributes] = isLoose ? [BLOCK, ''] : [name, tag.slice(name.length)];
    const element = openElement(shown, attributes, parent.isInLink || parent.name === 'a');
    parent.children.push(element);
    open.push(element);
    parent = element;
    if (VOID.has(name)) leave();
  }
  if (end < html.length) root.children.push(html.slice(end));
  return root.children;
}

function openElement(name: string, attributes: string, isInLink: boolean): Element {
  const isBlock = STRUCTURES.has(name) || FLOWS.has(name) || TEXTS.has(name);
  const isStandIn = name === BLOCK || name === MEDIUM || isGone({ name, attributes });
  const content = isBlock ? 'block' : isStandIn ? 'stand-in' : 'text';
  return { name, attributes, children: [], isInLink, content };
}

/** An image without a source. */
function isGone({ name, attributes }: Pick<Element, 'name' | 'attributes'>): boolean {
  return name === 'img' && !attributes.includes(' src="');
}

function outerOf(outer: Content, inner: Content): Content {
  if (outer === 'block' || inner === 'block') return 'block';
  return outer === 'stand-in' ? outer : inner;
}

/** Prints what is in an element that holds paragraphs. Loose text becomes paragraphs with the attributes `loose`, unless they are null. */
function printFlow(nodes: readonly Node[], loose: string | null): string {
  let printed = '';
  let run = '';
  const endRun = () => {
    if (loose === null) printed += run;
    else if (isShown(run)) printed += printElement('p', loose, run);
    run = '';
  };
  for (const node of nodes) {
    if (typeof node === 'string' || node.content === 'text') {
      run += print(node);
      continue;
    }
    endRun();
    if (node.name === BLOCK)
      printed += printFlow(node.children, node.attributes === '' ? (loose ?? '') : node.attributes);
    else if (node.content === 'block') printed += print(node);
    else printed += printParagraph(print(node), loose ?? '');
  }
  endRun();
  return printed;
}

function printParagraph(html: string, attributes: string): string {
  return isShown(html) ? printElement('p', attributes, html) : '';
}

/** Prints what is in an element that holds text: breaks separate it from stand-ins. */
function printText(nodes: readonly Node[]): string {
  let printed = '';
  /** Whether something is printed that the next text must not run into. */
  let isLoose = false;
  let needsBreak = false;
  for (const node of nodes) {
    const html = print(node);
    const isStandIn = typeof node !== 'string' && node.content === 'stand-in';
    const isBlock = typeof node !== 'string' && node.content === 'block';
    if (isBlock || !isShown(html)) {
      printed += html;
      isLoose &&= !isBlock;
      continue;
    }
    printed += isLoose && (needsBreak || isStandIn) ? `<br />${html}` : html;
    isLoose = true;
    needsBreak = isStandIn;
  }
  return printed;
}

/** Prints items or cells; a block around them is only left out. */
function printStructure(nodes: readonly Node[]): string {
  return nodes
    .map((node) => (typeof node !== 'string' && node.name === BLOCK ? printStructure(node.children) : print(node)))
    .join('');
}

function print(node: Node): string {
  if (typeof node === 'string') return node;
  const { name, attributes, children } = node;
  if (name === MEDIUM) return printMedium(node);
  if (name === SOURCE) return '';
  if (isGone(node)) return / alt="([^"]*)"/.exec(attributes)?.[1] ?? '';
  if (VOID.has(name)) return `<${name}${attributes} />`;
  if (STRUCTURES.has(name) || FLOWS.has(name)) {
    const parts = FLOWS.has(name) ? printFlow(children, null) : printStructure(children);
    return LIST.test(name) && !isShown(parts) ? '' : printElement(name, attributes, parts);
  }
  const html = printText(children);
  const isBare = name === BLOCK || name === STYLED || (name === 'a' && attributes === '');
  // The space in a link may separate words around it.
  if (NEEDS_WORDS.test(name) && !isShown(html)) return name === 'a' ? html : '';
  return printElement(isBare ? '' : name, attributes, html);
}

const STYLE = / as="([^"]*)"/;

/** Prints an element, with those of its style around the text. Without a name only these. */
function printElement(name: string, attributes: string, html: string): string {
  const emphases = (STYLE.exec(attributes)?.[1] ?? '').split(' ').filter((emphasis) => EMPHASES.has(emphasis));
  const styled = emphases.reduceRight((inner, emphasis) => `<${emphasis}>${inner}</${emphasis}>`, html);
  return name === '' ? styled : `<${name}${attributes.replace(STYLE, '')}>${styled}</${name}>`;
}

const TITLE = / title="([^"]*)"/;

/** A link to the first address of a medium; '' if it has none. */
function printMedium(medium: Element): string {
  const attributes = [medium, ...medium.children]
    .map((node) => (typeof node === 'string' ? '' : node.attributes))
    .find((written) => written.includes(' href="'));
  if (attributes === undefined) return '';
  const title = (TITLE.exec(medium.attributes) ?? TITLE.exec(attributes))?.[1] ?? '';
  return medium.isInLink ? title : `<a${attributes.replace(TITLE, '')}>${title}</a>`;
}

/** Whether there is a picture or text: not only breaks and spaces. */
function isShown(html: string): boolean {
  return html.includes('<img ') || isVisible(html.replace(/<[^>]*>/g, ''));
}
