// The main part of an article.

import { each, esc, when } from './html.js';
import { renderBreadcrumbs, renderCard, renderCategories, renderImage } from './parts.js';

export function renderArticle({ article, breadcrumbs, html }, words) {
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
