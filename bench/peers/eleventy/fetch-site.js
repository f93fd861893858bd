// The data step of "Eleventy, same work": fetches, validates and sanitises all articles, and plans their pages, the list pages and feeds. DATA/rest.json has
// all other pages, and for each locale one planned article and list page, whose common parts are used for all others.

import sanitizeHtml from 'sanitize-html';
import { z } from 'zod';

const LIST_PAGE_SIZE = 12;
const CARDS_RELATED = 3;
const CHARACTERS_PER_MINUTE = 1200;
const SANITIZER = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'figure', 'figcaption'],
    ...['hr', 'br', 'pre', 'code', 'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['a', 'img', 'strong', 'em', 'b', 'i', 'u', 's', 'sub', 'sup', 'small', 'mark', 'kbd', 'abbr', 'cite', 'q'],
    ...['del', 'ins'],
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ...Object.fromEntries(['h2', 'h3', 'h4', 'h5', 'h6'].map((heading) => [heading, ['id']])),
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: /^https?:/.test(attribs.href ?? '')
        ? { ...attribs, target: '_blank', rel: 'noreferrer noopener' }
        : attribs,
    }),
  },
};

const TIME = z.iso.datetime({ offset: true });
const ENTRY = z.looseObject({
  id: z.string().min(1),
  origin_id: z.string().nullable(),
  slug: z.string().regex(/^[\p{L}\p{N}-]+$/u),
  title: z.string().min(1),
  published: z.boolean(),
  private: z.boolean(),
  date: TIME,
  last_modified: TIME,
  short_description: z.string(),
  category: z.array(z.looseObject({ id: z.string(), slug: z.string(), title: z.string() })),
  image: z
    .looseObject({ url: z.string(), alt: z.string(), width: z.int().positive(), height: z.int().positive() })
    .nullable(),
  content: z.string(),
});
const FEED_ENTRIES = 50;

/** All pages and feeds of the site. */
export async function fetchSite(service, { pages, locales }) {
  const lists = await Promise.all(locales.map(({ site }) => fetchEntries(service, site)));
  const slugs = lists.map((entries) => new Set(entries.map(({ slug }) => slug)));
  const planned = locales.map((pattern, index) => createLocale(service, pattern, lists[index]));
  const own = planned.flatMap((locale) => [
    ...locale.entries.map((entry, index) => createArticle(locale, { entry, index }, slugs)),
    ...Array.from({ length: locale.lastPage }, (_, index) => createListPage(locale, index + 1)),
  ]);
  return { pages: [...pages, ...own], feeds: planned.map(createFeed) };
}

/** The articles of one site, newest first. The first page has the number of pages. */
async function fetchEntries(service, site) {
  const ask = async (page) => {
    const query = `filter[site]=${site}&limit=100&page=${page}`;
    const response = await fetch(`${service}/api/collections/blog_articles/entries?${query}`);
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
    return response.json();
  };
  const first = await ask(1);
  const others = Array.from({ length: first.meta.last_page - 1 }, (_, index) => ask(index + 2));
  return [first, ...(await Promise.all(others))]
    .flatMap(({ data }) => data.map((entry) => ENTRY.parse(entry)))
    .filter((entry) => entry.published && !entry.private && Date.parse(entry.date) <= Date.now())
    .sort((one, other) => (one.date < other.date ? 1 : -1));
}

/** Data that the pages of a locale share. */
function createLocale(service, { article, list, words }, entries) {
  const [organization, webSite] = JSON.parse(list.head.graph)['@graph'];
  const format = new Intl.DateTimeFormat(words.dates, { dateStyle: 'long', timeZone: 'UTC' });
  const titles = new Map(entries.flatMap(({ category }) => category).map(({ slug, title }) => [slug, title]));
  const createCard = ({ title, slug, short_description: text, date, image, category }) => ({
    title,
    href: `${list.path}${slug}/`,
    text,
    date: { moment: date, text: format.format(new Date(date)) },
    image: image === null ? null : { ...image, src: new URL(image.url, service).href },
    categories: category.map((each) => each.title),
  });
  return {
    article,
    list,
    words,
    entries,
    organization,
    webSite,
    origin: organization.url.slice(0, -1),
    cards: new Map(entries.map((entry) => [entry, createCard(entry)])),
    entriesByCategory: Map.groupBy(entries, categoryOf),
    categories: [...titles.values()],
    lastPage: Math.max(1, Math.ceil((entries.length - 1) / LIST_PAGE_SIZE)),
  };
}

const categoryOf = ({ category }) => category[0]?.id;

function createArticle(locale, { entry, index }, slugs) {
  const { article, list, words, origin, organization, cards, entries } = locale;
  const { title, short_description: description, date: published, last_modified: modified } = entry;
  const card = cards.get(entry);
  const path = card.href;
  const canonical = `${origin}${path}`;
  const head = {
    ...article.head,
    title: `${title} | ${organization.name}`,
    description,
    canonical,
    published,
    modified,
  };
  const breadcrumbs = [...list.breadcrumbs, { name: title, href: path }];
  const characters = entry.content.replace(/<[^>]*>/g, '').length;
  return {
    ...article,
    file: `${path.slice(1)}index.html`,
    path,
    head: { ...head, graph: createGraph(locale, head, breadcrumbs, [createPosting(locale, entry, canonical)]) },
    switcher: createSwitcher(locale, path, (index) => slugs[index].has(entry.slug)),
    breadcrumbs,
    article: {
      ...card,
      author: null,
      reading: words.reading[Math.ceil(characters / CHARACTERS_PER_MINUTE) - 1],
      related: findRelated(locale, entry),
    },
    html: [
      printText(sanitizeHtml(entry.content, SANITIZER), words),
      printShare({ title, url: canonical }, words),
      printNeighbours({ newer: cards.get(entries[index - 1]), older: cards.get(entries[index + 1]) }, words),
    ].join('\n'),
  };
}

/** The newest other articles of its category, then of all. */
function findRelated({ entries, entriesByCategory, cards }, entry) {
  const same = entriesByCategory.get(categoryOf(entry)).slice(0, CARDS_RELATED + 1);
  const others = [...same, ...entries.slice(0, 2 * CARDS_RELATED + 1)].filter((other) => other !== entry);
  return [...new Set(others)].slice(0, CARDS_RELATED).map((other) => cards.get(other));
}

/** The table of contents comes before the text. */
function printText(html, words) {
  const headings = [...html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/gs)];
  if (headings.length < 2) return html;
  const links = headings.map(([, id, text]) => `<li><a href="#${id}">${text.replace(/<[^>]*>/g, '')}</a></li>`);
  const { contents } = words;
  return `<nav><p>${contents}</p><details><summary>${contents}</summary><ol>${links.join('')}</ol></details></nav>\n${html}`;
}

const query = (values) => new URLSearchParams(values).toString().replaceAll('&', '&amp;');

/** The networks, and their marks on 24 by 24 units. */
const NETWORKS = [
  {
    name: 'LinkedIn',
    hrefOf: ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
    path: 'M6 10v8M6 6v.5M11 18v-8M11 14c0-5 7-5 7 0v4',
  },
  {
    name: 'X',
    hrefOf: ({ url, title: text }) => `https://x.com/intent/post?${query({ url, text })}`,
    path: 'M5 5l14 14M19 5L5 19',
  },
  {
    name: 'Telegram',
    hrefOf: ({ url, title: text }) => `https://t.me/share/url?${query({ url, text })}`,
    path: 'M3 12L21 4l-4 16-6-5-2 4-1-6L21 4',
  },
];
const ENVELOPE = 'M3 6h18v12H3zM3 7l9 7 9-7';
const printMark = (path) =>
  `<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}"></path></svg>`;

function printShare(page, words) {
  const hidden = (text) => `<span class="visually-hidden">${text}</span>`;
  const links = NETWORKS.map(
    ({ name, hrefOf, path }) =>
      `<li><a class="share__link" href="${hrefOf(page)}" target="_blank" rel="noreferrer noopener">${printMark(path)}` +
      `${hidden(fill(words.shareOn, { network: name }))} ${hidden(words.opensInNewTab)}</a></li>`,
  );
  const mail = `mailto:?subject=${encodeURIComponent(page.title)}&amp;body=${encodeURIComponent(page.url)}`;
  return (
    `<div class="share"><p class="share__title">${words.share}</p><ul>${links.join('')}` +
    `<li><a class="share__link" href="${mail}">${printMark(ENVELOPE)}${hidden(words.shareByEmail)}</a></li></ul></div>`
  );
}

/** Links to the articles before and after. */
function printNeighbours({ newer, older }, words) {
  const print = (card, rel, label) =>
    card === undefined
      ? ''
      : `<a class="article__neighbour article__neighbour--${rel}" href="${card.href}" rel="${rel}"><span>${label}</span><strong>${card.title}</strong></a>`;
  if (newer === undefined && older === undefined) return '';
  const links = `${print(older, 'prev', words.older)}${print(newer, 'next', words.newer)}`;
  return `<nav class="section article__neighbours" aria-label="${words.neighbours}">${links}</nav>`;
}

/** What the feed of a locale shows. */
function createFeed({ list, words, entries, origin, organization, cards }) {
  return {
    file: `${list.path}feed.xml`,
    language: list.language,
    url: `${origin}${list.path}`,
    brand: organization.name,
    title: words.feedTitle,
    entries: entries.slice(0, FEED_ENTRIES).map((entry) => ({ ...entry, url: `${origin}${cards.get(entry).href}` })),
  };
}

/** The hero is only on the first page. */
function createListPage(locale, page) {
  const { list, words, entries, origin, organization, cards, categories, lastPage } = locale;
  const pathOf = (number) => (number === 1 ? list.path : `${list.path}page/${number}/`);
  const isFirst = page === 1;
  const path = pathOf(page);
  const previous = isFirst ? null : pathOf(page - 1);
  const next = page === lastPage ? null : pathOf(page + 1);
  const nameOf = (title) => (isFirst ? title : fill(words.titleOfPage, { title, page }));
  const title = `${nameOf(list.list.title)} | ${organization.name}`;
  const here = fill(words.pageOf, { page, lastPage });
  const others = isFirst ? {} : { alternates: [], locales: [] };
  const head = { ...list.head, title, canonical: `${origin}${path}`, ...others };
  const crumb = { name: nameOf(list.breadcrumbs.at(-1).name), href: path };
  const breadcrumbs = isFirst ? list.breadcrumbs : [...list.breadcrumbs, crumb];
  const start = 1 + (page - 1) * LIST_PAGE_SIZE;
  return {
    ...list,
    file: `${path.slice(1)}index.html`,
    path,
    route: isFirst ? list.route : list.route.replace('___', '-page___'),
    head: { ...head, graph: createGraph(locale, head, breadcrumbs, []) },
    switcher: createSwitcher(locale, path, () => isFirst),
    breadcrumbs,
    list: {
      ...list.list,
      text: isFirst ? list.list.text : here,
      hero: isFirst ? cards.get(entries[0]) : null,
      cards: entries.slice(start, start + LIST_PAGE_SIZE).map((entry) => cards.get(entry)),
      categories,
      pager: lastPage === 1 ? null : { here, previous, next },
    },
  };
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** A language leads to the same page, or to the list if the locale does not have it. */
function createSwitcher({ list, words }, path, hasPage) {
  const own = path.slice(list.path.length);
  const items = list.switcher.items.map((item, index) => {
    const isSame = item.current || hasPage(index);
    return { ...item, href: isSame ? `${item.href}${own}` : item.href, note: isSame ? item.note : words.listPage };
  });
  return { ...list.switcher, items };
}

function createGraph({ list, organization, webSite, origin }, { canonical, title, description }, breadcrumbs, own) {
  const page = {
    '@type': 'WebPage',
    '@id': `${canonical}#webpage`,
    url: canonical,
    name: title,
    inLanguage: list.language,
    isPartOf: { '@id': webSite['@id'] },
    ...(description === null ? {} : { description }),
    breadcrumb: { '@id': `${canonical}#breadcrumbs` },
  };
  const steps = breadcrumbs.map(({ name, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${origin}${href}`,
  }));
  const trail = { '@type': 'BreadcrumbList', '@id': `${canonical}#breadcrumbs`, itemListElement: steps };
  const graph = { '@context': 'https://schema.org', '@graph': [organization, webSite, page, trail, ...own] };
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

function createPosting({ list, organization, cards }, entry, canonical) {
  const { image } = cards.get(entry);
  return {
    '@type': 'BlogPosting',
    '@id': `${canonical}#article`,
    headline: entry.title,
    inLanguage: list.language,
    mainEntityOfPage: { '@id': `${canonical}#webpage` },
    publisher: { '@id': organization['@id'] },
    author: { '@id': organization['@id'] },
    description: entry.short_description,
    ...(image === null ? {} : { image: image.src }),
    datePublished: entry.date,
    dateModified: entry.last_modified,
  };
}
