// What articles and lists have in common.

import { each, esc, when } from './html.js';

export function renderBreadcrumbs(items, words) {
  if (items.length === 0) return '';
  const print = ({ name, href }, index) =>
    index === items.length - 1
      ? `<li><span aria-current="page">${esc(name)}</span></li>`
      : `<li><a href="${esc(href)}">${esc(name)}</a></li>`;
  return `<nav class="breadcrumbs" aria-label="${esc(words.breadcrumbs)}"><ol class="breadcrumbs__list">${each(items, print)}</ol></nav>`;
}

export function renderCategories(items, words) {
  if (items.length === 0) return '';
  const print = (title) => `<li class="categories__item">${esc(title)}</li>`;
  return `<ul class="categories" aria-label="${esc(words.categories)}">${each(items, print)}</ul>`;
}

export function renderImage({ src, alt, width, height }, isFirst = false) {
  const box = `${when(width, (pixels) => ` width="${pixels}"`)}${when(height, (pixels) => ` height="${pixels}"`)}`;
  const image = `<img class="image${box === '' ? ' image--unsized' : ''}" src="${esc(src)}" alt="${esc(alt)}"${box}`;
  return isFirst
    ? `<picture class="picture">${image} fetchpriority="high"></picture>`
    : `${image} loading="lazy" decoding="async">`;
}

export function renderCard(card, words, { level = 3, isFirst = false, className = 'card' } = {}) {
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
