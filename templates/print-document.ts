// Prints the start of every document as text: doctype, `<html>`, `<head>` and the tag of `<body>`. React would reorder the head.

import { escapeHtml } from './escape-html.ts';
import { createDocumentInput } from './head/document-input.ts';
import { createHeadTags, printHead } from './head/head-tags.ts';
import { createStructuredData } from './head/structured-data.ts';
import type { PageInput, PageParts } from './page-input.ts';

/** From the doctype to the start of `<body>`, and its JSON-LD as data. */
export function printDocumentStart(input: PageInput): Pick<PageParts, 'head' | 'structuredData'> {
  const document = createDocumentInput(input);
  const structuredData = createStructuredData(document);
  const tags = printHead(createHeadTags(document, structuredData));
  const body = `data-route="${escapeHtml(document.routeName)}" data-layout="${document.layout}"`;
  const head = `<!doctype html><html lang="${escapeHtml(document.languageTag)}"><head>${tags}</head><body ${body}>`;
  return { head, structuredData };
}

/** The end of the document, after the chrome. */
export const DOCUMENT_END = '</body></html>\n';
