// The shell of every document as text: doctype, `<html>`, `<head>` from data, and the tag of `<body>`. React would put
// what is in a head into an order of its own. Heads of most pages differ in their texts alone, and are filled in as well.

import { escapeHtml } from './escape-html.ts';
import { findFrame } from './frames.ts';
import { createHeadTags } from './head/head-tags.ts';
import { printHead } from './head/print-head.ts';
import { createStructuredData } from './head/structured-data.ts';
import type { FilledFrame } from './markup.ts';
import type { DocumentInput } from './page-input.ts';

/** From the doctype to the start of `<body>`. */
export function printDocumentStart(input: DocumentInput): string {
  const head = printHead(createHeadTags(input, createStructuredData(input)));
  const body = `data-route="${escapeHtml(input.routeName)}" data-layout="${input.layout}"`;
  return `<!doctype html><html lang="${escapeHtml(input.languageTag)}"><head>${head}</head><body ${body}>`;
}

/** The same of its frame. */
export function fillDocumentStart(input: DocumentInput): FilledFrame {
  const frame = findFrame(null, {
    name: nameOf(input),
    shape: replaceTexts(input, () => SOME_TEXT),
    print: (mark) => printDocumentStart(replaceTexts(input, mark)),
    textPlace: 'text',
  });
  return { frame, texts: textsOf(input) };
}

/** Tells most heads of one shape from those of others. */
function nameOf({ routeName, languageTag, head, breadcrumbs, structuredData: { article } }: DocumentInput): string {
  const { description, alternates, previousHref, nextHref, openGraph } = head;
  const isFirst = previousHref === null;
  const isLast = nextHref === null;
  const isAnonymous = (article?.author ?? null) === null;
  return `head ${routeName} ${languageTag} ${alternates.length} ${breadcrumbs.length} ${description === null} ${isFirst} ${isLast} ${openGraph.publishedTime === null} ${openGraph.image?.alt === ''} ${isAnonymous} ${article?.image === null}`;
}

/** The texts under the names that {@link replaceTexts} has for them. Those that are not there are not asked for. */
function textsOf({ head, breadcrumbs, structuredData: { article } }: DocumentInput): Readonly<Record<string, string>> {
  const { openGraph, alternates } = head;
  const here = breadcrumbs.at(-1);
  const texts: Record<string, string> = {
    title: head.title,
    description: head.description ?? '',
    canonical: head.canonical ?? '',
    previous: head.previousHref ?? '',
    next: head.nextHref ?? '',
    image: openGraph.image?.url ?? '',
    'image alt': openGraph.image?.alt ?? '',
    published: openGraph.publishedTime ?? '',
    modified: openGraph.modifiedTime ?? '',
    headline: article?.headline ?? '',
    'article description': article?.description ?? '',
    'article image': article?.image ?? '',
    author: article?.author ?? '',
    'article published': article?.datePublished ?? '',
    'article modified': article?.dateModified ?? '',
    here: here?.name ?? '',
    'here href': here?.href ?? '',
  };
  for (const [index, { href }] of alternates.entries()) texts[alternateName(index)] = href;
  return texts;
}

/** Each made once: page after page has the same. */
const alternateNames: string[] = [];

function alternateName(index: number): string {
  alternateNames[index] ??= `alternate ${index}`;
  return alternateNames[index];
}

/** Stands in the shape for every text, so that a field that is left out where it is empty is told from one that is not. */
const SOME_TEXT = 'text';

/** What stands for a text, be it empty: never nothing. */
type ReplaceText = (name: string, text: string) => string;

/** The input with something else for each text that differs from page to page. */
function replaceTexts(
  { routeName, layout, languageTag, head, site, breadcrumbs, structuredData }: DocumentInput,
  replace: ReplaceText,
): DocumentInput {
  const optional = (name: string, text: string | null) => (text === null ? null : replace(name, text));
  const { openGraph } = head;
  const { image } = openGraph;
  const { article } = structuredData;
  // The items before the last one are those of many pages.
  const here = breadcrumbs.at(-1);
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
        image:
          image === null
            ? null
            : {
                ...image,
                url: replace('image', image.url),
                alt: image.alt === '' ? '' : replace('image alt', image.alt),
              },
        publishedTime: optional('published', openGraph.publishedTime),
        modifiedTime: optional('modified', openGraph.modifiedTime),
      },
    },
    breadcrumbs:
      here === undefined
        ? breadcrumbs
        : breadcrumbs.with(-1, { ...here, name: replace('here', here.name), href: replace('here href', here.href) }),
    structuredData: {
      ...structuredData,
      article:
        article === null
          ? null
          : {
              headline: replace('headline', article.headline),
              description: optional('article description', article.description),
              image: optional('article image', article.image),
              author: optional('author', article.author),
              datePublished: optional('article published', article.datePublished),
              dateModified: optional('article modified', article.dateModified),
            },
    },
  };
}

/** What follows the chrome's last part. */
export const DOCUMENT_END = '</body></html>\n';
