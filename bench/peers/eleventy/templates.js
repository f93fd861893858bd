// The document of a page, as plain functions: head, shared parts, switcher, main.

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text or attribute value. */
export const esc = (text) => String(text).replace(/[&<>"]/g, (character) => ENTITIES[character]);

/** Markup of a value; empty if there is none. */
const when = (value, print) => (value === null || value === undefined || value === '' ? '' : print(value));

/** Markup of each item. */
const each = (items, print) => items.map(print).join('');

function renderBreadcrumbs(items, words) {
  if (items.length === 0) return '';
  const print = ({ name, href }, index) =>
    index === items.length - 1
      ? `<li><span aria-current="page">${esc(name)}</span></li>`
      : `<li><a href="${esc(href)}">${esc(name)}</a></li>`;
  return `<nav class="breadcrumbs" aria-label="${esc(words.breadcrumbs)}"><ol class="breadcrumbs__list">${each(items, print)}</ol></nav>`;
}

function renderCategories(items, words) {
  if (items.length === 0) return '';
  const print = (title) => `<li class="categories__item">${esc(title)}</li>`;
  return `<ul class="categories" aria-label="${esc(words.categories)}">${each(items, print)}</ul>`;
}

function renderImage({ src, alt, width, height }, isFirst = false) {
  const box = `${when(width, (pixels) => ` width="${pixels}"`)}${when(height, (pixels) => ` height="${pixels}"`)}`;
  const image = `<img class="image${box === '' ? ' image--unsized' : ''}" src="${esc(src)}" alt="${esc(alt)}"${box}`;
  return isFirst
    ? `<picture class="picture">${image} fetchpriority="high"></picture>`
    : `${image} loading="lazy" decoding="async">`;
}

function renderCard(card, words, { level = 3, isFirst = false, className = 'card' } = {}) {
  const { title, href, text, date, image, categories } = card;
  return (
    `<article class="${className}"><div class="card__media">${when(image, (known) => renderImage(known, isFirst))}</div>` +
    `<div class="card__body">${renderCategories(categories, words)}` +
    `<h${level} class="card__title"><a class="card__link" href="${esc(href)}">${esc(title)}</a></h${level}>` +
    `${when(text, (known) => `<p class="card__text">${esc(known)}</p>`)}` +
    `${when(date, ({ moment, text: written }) => `<time class="card__date" datetime="${moment}">${esc(written)}</time>`)}` +
    '</div></article>'
  );
}

function renderArticle({ article, breadcrumbs, html }, words) {
  return (
    `<main class="page page--article" id="main" tabindex="-1">${renderBreadcrumbs(breadcrumbs, words)}` +
    `<article class="article">${renderOpening(article, words)}` +
    `${when(article.image, (image) => `<div class="article__image">${renderImage(image, true)}</div>`)}` +
    `<div class="blocks"><div class="rich-text">${html}</div></div></article>${renderRelated(article.related, words)}</main>`
  );
}

function renderOpening({ title, text, author, date, reading, categories }, words) {
  return (
    `<header class="article__opening">${renderCategories(categories, words)}<h1>${esc(title)}</h1>` +
    `${when(text, (known) => `<p class="opening__subtitle">${esc(known)}</p>`)}<p class="article__facts">` +
    `${when(author, (name) => `<span>${esc(name)}</span>`)}` +
    `${when(date, ({ moment, text: written }) => `<time datetime="${moment}">${esc(written)}</time>`)}` +
    `${when(reading, (minutes) => `<span>${esc(minutes)}</span>`)}</p></header>`
  );
}

function renderRelated(cards, words) {
  if (cards.length === 0) return '';
  const items = each(cards, (card) => `<li>${renderCard(card, words)}</li>`);
  return `<section class="section"><h2>${esc(words.related)}</h2><ul class="card-grid">${items}</ul></section>`;
}

function renderList({ list, breadcrumbs }, words) {
  const { title, text, hero, categories, feed, pager } = list;
  return (
    `<main class="page page--blog" id="main" tabindex="-1">${renderBreadcrumbs(breadcrumbs, words)}` +
    `<header class="opening"><div><h1>${esc(title)}</h1>${when(text, (known) => `<p class="opening__subtitle">${esc(known)}</p>`)}</div></header>` +
    `${when(hero, (card) => renderHero(card, words))}` +
    `<section class="section"><h2 class="visually-hidden">${esc(words.articles)}</h2>` +
    `${renderCategories(categories, words)}${renderCards(list, words)}${when(pager, (place) => renderPager(place, words))}` +
    `${when(feed, (href) => `<p class="feed-link"><a href="${esc(href)}">${esc(words.feed)}</a></p>`)}</section></main>`
  );
}

function renderHero(card, words) {
  const options = { level: 2, isFirst: true, className: 'card card--hero' };
  return `<section aria-label="${esc(words.featured)}">${renderCard(card, words, options)}</section>`;
}

function renderCards({ cards, hero }, words) {
  if (cards.length === 0) return hero === null ? `<p>${esc(words.empty)}</p>` : '';
  const print = (card, index) => `<li>${renderCard(card, words, { isFirst: hero === null && index === 0 })}</li>`;
  return `<ul class="card-grid">${each(cards, print)}</ul>`;
}

function renderPager({ here, previous, next }, words) {
  const side = (rel, label) => (href) =>
    `<a class="button button--quiet" href="${esc(href)}" rel="${rel}">${esc(label)}</a>`;
  return (
    `<nav class="pager" aria-label="${esc(words.pagination)}"><span class="pager__side">${when(previous, side('prev', words.newer))}</span>` +
    `<span class="pager__here">${esc(here)}</span><span class="pager__side pager__side--next">${when(next, side('next', words.older))}</span></nav>`
  );
}

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
