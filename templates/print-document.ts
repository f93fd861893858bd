// The shell of every document as text: doctype, `<html>`, `<head>` from data, and the tag of `<body>`. React would put
// what is in a head into an order of its own.

import { escapeHtml } from './escape-html.ts';
import { createHeadTags } from './head/head-tags.ts';
import { printHead } from './head/print-head.ts';
import { createStructuredData } from './head/structured-data.ts';
import type { PageInput } from './page-input.ts';

/** From the doctype to the start of `<body>`. */
export function printDocumentStart(input: PageInput): string {
  const head = printHead(createHeadTags(input.head, createStructuredData(input)));
  const body = `data-route="${escapeHtml(input.routeName)}" data-layout="${input.layout}"`;
  return `<!doctype html><html lang="${escapeHtml(input.languageTag)}"><head>${head}</head><body ${body}>`;
}

/** What follows the chrome's last part. */
export const DOCUMENT_END = '</body></html>\n';
