// Head elements as HTML. Texts and attribute values are escaped here and nowhere else.

import { escapeHtml } from '../escape-html.ts';
import { jsonInHtml } from '../json-in-html.ts';
import type { HeadTag } from './head-tag.ts';

/** The inside of `<head>`. */
export function printHead(tags: readonly HeadTag[]): string {
  let html = '';
  for (const tag of tags) html += printTag(tag);
  return html;
}

function printTag({ tag, attributes, text, json }: HeadTag): string {
  let start = `<${tag}`;
  for (const name in attributes) start += ` ${name}="${escapeHtml(attributes[name] ?? '')}"`;
  if (tag === 'meta' || tag === 'link') return `${start}>`;
  return `${start}>${text === undefined ? '' : escapeHtml(text)}${json === undefined ? '' : jsonInHtml(json)}</${tag}>`;
}
