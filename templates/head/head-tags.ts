// The elements of <head> in order: charset first, then the policy before all resources. Printed as text, because React would move
// resources before the policy.

import { GROUND_COLOURS } from '../../config/constants.ts';
import { escapeHtml } from '../escape-html.ts';
import { jsonInHtml } from '../json-in-html.ts';
import type { HeadInput, HeadTag, SiteInput } from '../page-input.ts';

/** All elements of the head of a page; Open Graph as ogp.me says. */
export function createHeadTags(
  { head, site }: { readonly head: HeadInput; readonly site: SiteInput },
  graph: unknown,
): readonly HeadTag[] {
  return [
    meta({ charset: 'utf-8' }),
    ...optional(site.contentSecurityPolicy, (content) => meta({ 'http-equiv': 'Content-Security-Policy', content })),
    meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    { tag: 'title', attributes: {}, text: head.title },
    ...optional(head.description, (content) => meta({ name: 'description', content })),
    ...robotsTags(head),
    ...optional(head.canonical, (href) => link({ rel: 'canonical', href })),
    ...head.alternates.map(({ hreflang, href }) => link({ rel: 'alternate', hreflang, href })),
    ...optional(site.feed, ({ href, title }) => link({ rel: 'alternate', type: 'application/atom+xml', href, title })),
    ...openGraphTags(head, site),
    link({ rel: 'icon', href: site.icons.png, sizes: '48x48', type: 'image/png' }),
    link({ rel: 'icon', href: site.icons.svg, sizes: 'any', type: 'image/svg+xml' }),
    link({ rel: 'apple-touch-icon', href: site.icons.touch }),
    link({ rel: 'manifest', href: site.icons.manifest }),
    meta({ name: 'theme-color', content: GROUND_COLOURS.light, media: '(prefers-color-scheme: light)' }),
    meta({ name: 'theme-color', content: GROUND_COLOURS.dark, media: '(prefers-color-scheme: dark)' }),
    ...optional(site.font, (href) =>
      link({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' }),
    ),
    ...site.stylesheets.map((href) => link({ rel: 'stylesheet', href })),
    { tag: 'script', attributes: { type: 'module', src: site.script } },
    { tag: 'script', attributes: { type: 'application/ld+json' }, json: graph },
  ];
}

/** Error pages have no canonical URL, so they are `noindex` without `follow`. */
function robotsTags({ isIndexable, canonical }: HeadInput): readonly HeadTag[] {
  if (isIndexable) return [];
  return [meta({ name: 'robots', content: canonical === null ? 'noindex' : 'noindex,follow' })];
}

function openGraphTags(head: HeadInput, { organization, shareImage }: SiteInput): readonly HeadTag[] {
  const { openGraph, title, description, canonical } = head;
  const image = openGraph.image ?? shareImage;
  const property = (name: string) => (content: string) => meta({ property: name, content });
  return [
    property('og:title')(title),
    property('og:type')(openGraph.type),
    ...optional(canonical, property('og:url')),
    ...optional(description, property('og:description')),
    property('og:site_name')(organization.name),
    ...optional(openGraph.locale, property('og:locale')),
    ...openGraph.localeAlternates.map(property('og:locale:alternate')),
    ...openGraphImageTags(image),
    ...optional(openGraph.publishedTime, property('article:published_time')),
    ...optional(openGraph.modifiedTime, property('article:modified_time')),
    // X reads title, description and image from Open Graph, which has no property for the kind of card.
    meta({ name: 'twitter:card', content: image === null ? 'summary' : 'summary_large_image' }),
  ];
}

function openGraphImageTags(image: HeadInput['openGraph']['image']): readonly HeadTag[] {
  if (image === null) return [];
  const property = (name: string, content: string) => meta({ property: name, content });
  return [
    property('og:image', image.url),
    ...optional(image.width, (width) => property('og:image:width', String(width))),
    ...optional(image.height, (height) => property('og:image:height', String(height))),
    ...(image.alt === '' ? [] : [property('og:image:alt', image.alt)]),
  ];
}

const meta = (attributes: HeadTag['attributes']): HeadTag => ({ tag: 'meta', attributes });
const link = (attributes: HeadTag['attributes']): HeadTag => ({ tag: 'link', attributes });
const optional = <T>(value: T | null, create: (value: T) => HeadTag): readonly HeadTag[] =>
  value === null ? [] : [create(value)];

/** The content of `<head>`. */
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
