// The whole document: head, shared parts, switcher, main.

import { renderArticle } from './article.js';
import { each, esc, when } from './html.js';
import { renderList } from './list.js';

const MAIN_BY_TEMPLATE = { article: renderArticle, list: renderList, ready: ({ html }) => html };

export function renderDocument(page, shared) {
  const main = MAIN_BY_TEMPLATE[page.template](page, shared.words);
  return (
    `<!doctype html><html lang="${page.language}"><head>${shared.head}${renderHead(page.head)}</head>` +
    `<body data-route="${page.route}">${shared.top}${when(page.switcher, renderSwitcher)}${shared.middle}${main}${shared.bottom}</body></html>\n`
  );
}

const link = (rel) => (href) => `<link rel="${rel}" href="${esc(href)}">`;
const property = (name) => (content) => `<meta property="${name}" content="${esc(content)}">`;
const meta = (name) => (content) => `<meta name="${name}" content="${esc(content)}">`;

function renderHead(head) {
  const { image } = head;
  return [
    `<title>${esc(head.title)}</title>`,
    when(head.description, meta('description')),
    when(head.robots, meta('robots')),
    when(head.canonical, link('canonical')),
    each(head.alternates, ({ language, href }) => `<link rel="alternate" hreflang="${language}" href="${esc(href)}">`),
    when(head.previous, link('prev')),
    when(head.next, link('next')),
    property('og:title')(head.title),
    property('og:type')(head.type),
    when(head.canonical, property('og:url')),
    when(head.description, property('og:description')),
    each(head.locales, property('og:locale:alternate')),
    property('og:image')(image.url),
    when(image.width, property('og:image:width')),
    when(image.height, property('og:image:height')),
    when(image.alt, property('og:image:alt')),
    when(head.published, property('article:published_time')),
    when(head.modified, property('article:modified_time')),
    `<script type="application/ld+json">${head.graph}</script>`,
  ].join('');
}

function renderSwitcher({ label, items }) {
  const current = items.find((item) => item.current);
  return (
    `<details class="dropdown language-switcher" name="header-menu"><summary aria-label="${esc(label)}"><span lang="${current.language}">${esc(current.label)}</span></summary>` +
    `<ul class="dropdown__panel">${each(items, renderLanguage)}</ul></details>`
  );
}

function renderLanguage({ language, label, href, current, note }) {
  return (
    `<li><a class="dropdown__link" href="${esc(href)}" hreflang="${language}"${current ? ' aria-current="true"' : ''}>` +
    `<span lang="${language}">${esc(label)}</span> <span class="visually-hidden">${esc(note)}</span></a></li>`
  );
}
