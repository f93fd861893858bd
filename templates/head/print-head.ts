// Head elements as HTML. Texts and attribute values are escaped here and nowhere else.

import { jsonInHtml } from '../json-in-html.ts';
import type { HeadTag } from './head-tags.ts';

/** The inside of `<head>`. */
export function printHead(tags: readonly HeadTag[]): string {
  return tags.map(printTag).join('');
}

function printTag({ tag, attributes, text, json }: HeadTag): string {
  const printed = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const start = `<${tag}${printed.join('')}>`;
  if (tag === 'meta' || tag === 'link') return start;
  return `${start}${text === undefined ? '' : escapeHtml(text)}${json === undefined ? '' : jsonInHtml(json)}</${tag}>`;
}

function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
