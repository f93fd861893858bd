// The main part of a page of the blog's list.

import { each, esc, when } from './html.js';
import { renderBreadcrumbs, renderCard, renderCategories } from './parts.js';

export function renderList({ list, breadcrumbs }, words) {
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
