// The data step of "Eleventy, same work": fetches and sanitises all articles, and plans their pages and the list pages. DATA/rest.json has
// all other pages, and for each locale one planned article and list page, whose common parts are used for all others.

import sanitizeHtml from 'sanitize-html';

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

/** All pages of the site. */
export async function fetchSite(service, { pages, locales }) {
  const lists = await Promise.all(locales.map(({ site }) => fetchEntries(service, site)));
  const slugs = lists.map((entries) => new Set(entries.map(({ slug }) => slug)));
  const planned = locales.map((pattern, index) => createLocale(service, pattern, lists[index]));
  return [
    ...pages,
    ...planned.flatMap((locale) => [
      ...locale.entries.map((entry) => createArticle(locale, entry, slugs)),
      ...Array.from({ length: locale.lastPage }, (_, index) => createListPage(locale, index + 1)),
    ]),
  ];
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
    .flatMap(({ data }) => data)
    .filter((entry) => entry.published && !entry.private && Date.parse(entry.date) <= Date.now())
    .sort((one, other) => (one.date < other.date ? 1 : -1));
}

/** Data that the pages of a locale share. */
function createLocale(service, { article, list, words }, entries) {
  const [organization, webSite] = JSON.parse(list.head.graph)['@graph'];
  const format = new Intl.DateTimeFormat(list.language, { dateStyle: 'long', timeZone: 'UTC' });
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

function createArticle(locale, entry, slugs) {
  const { article, list, words, origin, organization, cards } = locale;
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
    html: printText(sanitizeHtml(entry.content, SANITIZER), words),
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
  return `<nav><p>${words.contents}</p><ol>${links.join('')}</ol></nav>\n${html}`;
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
  const others = isFirst ? {} : { alternates: [], locales: [] };
  const head = { ...list.head, title, canonical: `${origin}${path}`, previous, next, ...others };
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
      hero: isFirst ? cards.get(entries[0]) : null,
      cards: entries.slice(start, start + LIST_PAGE_SIZE).map((entry) => cards.get(entry)),
      categories,
      pager: lastPage === 1 ? null : { here: fill(words.pageOf, { page, lastPage }), previous, next },
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
