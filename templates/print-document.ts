// The shell of every document as text: doctype, `<html>`, `<head>` from data, and the tag of `<body>`. React would put
// what is in a head into an order of its own. Heads of most pages differ in their texts alone, and are filled in as well.

import { escapeHtml } from './escape-html.ts';
import { findFrame } from './frames.ts';
import { createDocumentInput, type DocumentInput } from './head/document-input.ts';
import { createHeadTags } from './head/head-tags.ts';
import type { PageSubject } from './head/page-subject.ts';
import { printHead } from './head/print-head.ts';
import { createStructuredData } from './head/structured-data.ts';
import type { FilledFrame } from './markup.ts';
import type { PageInput, ShareImageInput } from './page-input.ts';

/** From the doctype to the start of `<body>`. */
export function printDocumentStart(input: PageInput): string {
  return printDocument(createDocumentInput(input));
}

function printDocument(document: DocumentInput): string {
  const head = printHead(createHeadTags(document, createStructuredData(document)));
  const body = `data-route="${escapeHtml(document.routeName)}" data-layout="${document.layout}"`;
  return `<!doctype html><html lang="${escapeHtml(document.languageTag)}"><head>${head}</head><body ${body}>`;
}

/** The same of its frame. */
export function fillDocumentStart(input: PageInput): FilledFrame {
  const document = createDocumentInput(input);
  const texts: Record<string, string> = {};
  const shape = replaceTexts(document, (name, text) => {
    texts[name] = text;
    return name;
  });
  const frame = findFrame(null, {
    name: nameOf(shape),
    shape,
    print: (mark) => printDocument(replaceTexts(document, mark)),
    textPlace: 'text',
  });
  return { frame, texts };
}

/** Tells most heads of one shape from those of others. */
function nameOf({ routeName, languageTag, head, breadcrumbs, subject }: DocumentInput): string {
  const { description, alternates, previousHref, nextHref, openGraph } = head;
  const { publishedTime, modifiedTime, image } = openGraph;
  const about = subject?.kind === 'article' ? `${subject.description} ${subject.image} ${subject.author}` : '';
  return `head ${routeName} ${languageTag} ${alternates.length} ${breadcrumbs.at(-1)?.name} ${description} ${previousHref} ${nextHref} ${publishedTime} ${modifiedTime} ${image?.alt} ${about}`;
}

/** Each made once: page after page has the same. */
const alternateNames: string[] = [];

function alternateName(index: number): string {
  alternateNames[index] ??= `alternate ${index}`;
  return alternateNames[index];
}

/** What stands for a text, be it empty: never nothing. Texts of one name are the same. */
type ReplaceText = (name: string, text: string) => string;

/**
 * The document with something else for each text that differs from page to page. Where two texts are the same, as they mostly
 * are, both go by one name: it crosses to another thread once.
 */
function replaceTexts(document: DocumentInput, replace: ReplaceText): DocumentInput {
  const { routeName, layout, languageTag, head, site, subject } = document;
  const optional = (name: string, text: string | null) => (text === null ? null : replace(name, text));
  const { openGraph } = head;
  const { publishedTime, modifiedTime } = openGraph;
  return {
    routeName,
    layout,
    languageTag,
    site,
    head: {
      ...head,
      title: replace('title', head.title),
      description: optional('description', head.description),
      canonical: optional('canonical', head.canonical),
      alternates: head.alternates.map(({ hreflang, href }, index) => ({
        hreflang,
        href: replace(alternateName(index), href),
      })),
      previousHref: optional('previous', head.previousHref),
      nextHref: optional('next', head.nextHref),
      openGraph: {
        ...openGraph,
        image: openGraph.image === null ? null : replaceInImage(openGraph.image, replace),
        publishedTime: optional('published', publishedTime),
        modifiedTime: optional(modifiedTime === publishedTime ? 'published' : 'modified', modifiedTime),
      },
    },
    breadcrumbs: replaceHere(document, replace),
    subject: subject?.kind === 'article' ? replaceInArticle(subject, head.description, replace) : subject,
  };
}

function replaceInImage(image: ShareImageInput, replace: ReplaceText): ShareImageInput {
  const { url, alt } = image;
  return { ...image, url: replace('image', url), alt: alt === '' ? '' : replace('image alt', alt) };
}

/** The items before the last one are those of many pages. */
function replaceHere({ breadcrumbs, subject }: DocumentInput, replace: ReplaceText): DocumentInput['breadcrumbs'] {
  const here = breadcrumbs.at(-1);
  if (here === undefined) return breadcrumbs;
  const isHeadline = subject?.kind === 'article' && subject.headline === here.name;
  // Its address is the page's own.
  return breadcrumbs.with(-1, { ...here, name: replace(isHeadline ? 'headline' : 'here', here.name), href: '' });
}

function replaceInArticle(
  { kind, headline, description, image, author }: PageSubject & { readonly kind: 'article' },
  ofHead: string | null,
  replace: ReplaceText,
): PageSubject {
  const optional = (name: string, text: string | null) => (text === null ? null : replace(name, text));
  return {
    kind,
    headline: replace('headline', headline),
    description: optional(description === ofHead ? 'description' : 'article description', description),
    image: optional('article image', image),
    author: optional('author', author),
  };
}

/** What follows the chrome's last part. */
export const DOCUMENT_END = '</body></html>\n';
