// Prints the start of every document as text: doctype, `<html>`, `<head>` and the tag of `<body>`. React would reorder the head.

import { escapeHtml } from './escape-html.ts';
import { createDocumentInput } from './head/document-input.ts';
import { createHeadTags, printHead } from './head/head-tags.ts';
import { createStructuredData } from './head/structured-data.ts';
import type { PageInput, PageParts } from './page-input.ts';

/** From the doctype to the start of `<body>`, and its elements as data. */
export function printDocumentStart(input: PageInput): Pick<PageParts, 'head' | 'languageTag' | 'headTags'> {
  const document = createDocumentInput(input);
  const { languageTag, routeName, layout } = document;
  const headTags = createHeadTags(document, createStructuredData(document));
  const body = `data-route="${escapeHtml(routeName)}" data-layout="${layout}"`;
  const start = `<!doctype html><html lang="${escapeHtml(languageTag)}"><head>`;
  return { head: `${start}${printHead(headTags)}</head><body ${body}>`, languageTag, headTags };
}

/** The end of the document, after the chrome. */
export const DOCUMENT_END = '</body></html>\n';
