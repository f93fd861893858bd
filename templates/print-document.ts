// The shell of every document as text: doctype, `<html>`, `<head>` from data, and the tag of `<body>`. React would put
// what is in a head into an order of its own.

import { escapeHtml } from './escape-html.ts';
import { createHeadTags } from './head/head-tags.ts';
import { printHead } from './head/print-head.ts';
import { createStructuredData } from './head/structured-data.ts';
import type { PageInput, PageParts } from './page-input.ts';

/** From the doctype to the start of `<body>`, with the elements of `<head>` that stand there. */
export function printDocumentStart(input: PageInput): Pick<PageParts, 'head' | 'headTags'> {
  const headTags = createHeadTags(input, createStructuredData(input));
  const head = printHead(headTags);
  const body = `data-route="${escapeHtml(input.routeName)}" data-layout="${input.layout}"`;
  const start = `<!doctype html><html lang="${escapeHtml(input.languageTag)}">`;
  return { head: `${start}<head>${head}</head><body ${body}>`, headTags };
}

/** What follows the chrome's last part. */
export const DOCUMENT_END = '</body></html>\n';
