// Converts planned pages to plain texts and URLs for the templates of the peers. Formats dates and messages, so that peers need no ICU
// messages.

import type { Locale } from '../../config/locales.ts';
import { createDateFormatter, createFormatter, dateTagOf } from '../../locales/formatter.ts';
import { loadWords, type WordKey } from '../../locales/words.ts';
import { createOutline, type Outline } from '../../templates/components/outline.ts';
import { listSwitcherLinks } from '../../templates/components/switcher-links.ts';
import { createDocumentInput } from '../../templates/head/document-input.ts';
import { createHeadTags, printHead } from '../../templates/head/head-tags.ts';
import { createStructuredData } from '../../templates/head/structured-data.ts';
import { jsonInHtml } from '../../templates/json-in-html.ts';
import type { ArticleProps, BlogProps, CardInput, HeadTag, ImageInput, PageInput } from '../../templates/page-input.ts';
import { estimateReadingMinutes } from '../../templates/pages/reading-time.ts';
import type { PlannedInput } from './plan-pages.ts';
import type {
  LocalePattern,
  PlannedArticle,
  PlannedCard,
  PlannedDate,
  PlannedHead,
  PlannedImage,
  PlannedList,
  PlannedPage,
  SharedParts,
} from './planned-page.ts';

/** Formatters of a page. */
interface Language {
  readonly t: (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;
  readonly date: (moment: string | null) => PlannedDate | null;
}

const NOTE_BY_TARGET = {
  'same-page': 'common.switcherSamePage',
  list: 'common.switcherList',
  home: 'common.switcherHome',
} as const;

/** Maximum reading time of generated texts. */
const MOST_MINUTES = 30;

/** Tags that differ between pages. All others are the same for a locale and layout. */
const OWN_TAG =
  /^(title|script ld|(meta|link) (description|robots|canonical|alternate hreflang|og:(title|type|url|description|image.*|locale:alternate)|article:.*))$/;

/** Creates the pages, and stores their shared parts by key. */
export function createPageDescriber(): {
  readonly describe: (page: PlannedInput) => PlannedPage;
  readonly shared: ReadonlyMap<string, SharedParts>;
} {
  const shared = new Map<string, SharedParts>();
  const languages = new Map<PlannedInput['words'], Language>();
  return {
    shared,
    describe: (page) => {
      const language = languages.get(page.words) ?? createLanguage(page);
      languages.set(page.words, language);
      const { input } = page;
      const tags = createHeadTags(input, null).filter((tag) => !OWN_TAG.test(nameOf(tag)));
      const head = printHead(tags);
      const key = `${page.sharedKey}-${Buffer.from(head).length}`;
      const known = shared.get(key);
      if (known !== undefined && known.head !== head)
        throw new Error(`A tag in the head of ${page.path} differs between pages: name it in OWN_TAG and print it.`);
      const { top, afterSwitcher: middle, bottom } = page.chrome;
      if (known === undefined) shared.set(key, { tags, head, top, middle, bottom, words: chooseWords(page, language) });
      return { ...describePage(page, language), shared: key };
    },
  };
}

function nameOf({ tag, attributes: { name, property, rel, hreflang, type } }: HeadTag): string {
  if (tag === 'title') return 'title';
  if (tag === 'script') return type === 'application/ld+json' ? 'script ld' : 'script';
  return `${tag} ${name ?? property ?? rel ?? ''}${hreflang === undefined ? '' : ' hreflang'}`;
}

function createLanguage({ words, input }: PlannedInput): Language {
  const format = createDateFormatter(input.languageTag);
  return {
    t: createFormatter(words, input.wordsLanguageTag),
    date: (moment) => (moment === null ? null : { moment, text: format(moment) }),
  };
}

/** Only the messages of the groups of a template; the others stay empty. */
function chooseWords({ words }: PlannedInput, { t }: Language): SharedParts['words'] {
  const word = (key: WordKey) => (Object.hasOwn(words, key) ? t(key) : '');
  return {
    breadcrumbs: word('common.breadcrumbs'),
    categories: word('common.categories'),
    related: word('article.related'),
    featured: word('blog.featured'),
    articles: word('blog.articles'),
    pagination: word('common.pagination'),
    newer: word('common.newer'),
    older: word('common.older'),
    feed: word('blog.feed'),
    empty: word('blog.empty'),
  };
}

/** The messages in articles and list pages. */
export function describePatternWords(
  locale: Locale,
  { languageTag, brand }: { readonly languageTag: string; readonly brand: string },
): LocalePattern['words'] {
  const t = createFormatter(loadWords(locale), languageTag);
  return {
    dates: dateTagOf(languageTag),
    contents: t('common.contents'),
    share: t('article.share'),
    shareOn: t('article.shareOn', { network: '{network}' }),
    shareByEmail: t('article.shareByEmail'),
    opensInNewTab: t('common.opensInNewTab'),
    neighbours: t('article.neighbours'),
    older: t('article.older'),
    newer: t('article.newer'),
    feedTitle: t('meta.feedTitle', { brand }),
    listPage: t(NOTE_BY_TARGET.list),
    titleOfPage: t('meta.pageOf', { title: '{title}', page: '{page}' }),
    pageOf: t('common.pageOf', { page: '{page}', lastPage: '{lastPage}' }),
    reading: Array.from({ length: MOST_MINUTES }, (_, index) => t('article.readingTime', { minutes: index + 1 })),
  };
}

function describePage(page: PlannedInput, language: Language): Omit<PlannedPage, 'shared'> {
  const { input, path, file } = page;
  return {
    file,
    path,
    language: input.languageTag,
    route: input.routeName,
    head: describeHead(input),
    switcher: describeSwitcher(input, language),
    breadcrumbs: input.breadcrumbs.length < 2 ? [] : input.breadcrumbs.map(({ name, href }) => ({ name, href })),
    ...describeMain(page, language),
  };
}

function describeHead(input: PageInput): PlannedHead {
  const { head } = input;
  const { openGraph } = head;
  const image = openGraph.image ?? input.site.shareImage ?? { url: '', alt: '', width: null, height: null };
  return {
    title: head.title,
    description: head.description,
    robots: head.isIndexable ? null : 'noindex,follow',
    canonical: head.canonical,
    alternates: head.alternates.map(({ hreflang, href }) => ({ language: hreflang, href })),
    type: openGraph.type,
    locales: openGraph.localeAlternates,
    image,
    published: openGraph.publishedTime,
    modified: openGraph.modifiedTime,
    graph: jsonInHtml(createStructuredData(createDocumentInput(input))),
  };
}

function describeSwitcher({ layout, site, switcher }: PageInput, { t }: Language): PlannedPage['switcher'] {
  const links = listSwitcherLinks(site.languages, switcher);
  const current = links.find(({ isCurrent }) => isCurrent);
  if (layout === 'header-only' || current === undefined || links.length < 2) return null;
  return {
    label: t('common.language', { language: current.label }),
    items: links.map(({ languageTag, label, href, isCurrent, target }) => ({
      language: languageTag,
      label,
      href,
      current: isCurrent,
      note: t(NOTE_BY_TARGET[target]),
    })),
  };
}

type Main = Pick<PlannedPage, 'template' | 'article' | 'list' | 'html'>;

function describeMain({ input, html }: PlannedInput, language: Language): Main {
  if (input.template === 'article') {
    const { finalHrefs, richImages, site } = input;
    const { content } = input.props;
    const strange = content.find(({ type }) => type !== 'text');
    if (strange !== undefined) unknownBlock(strange.type);
    const outline = createOutline(content, { origin: site.origin, finalHrefs, richImages, takenIds: new Set() });
    const whole = html();
    const text = [
      describeContents(outline, language),
      ...outline.safeHtmlByIndex.values(),
      cutElement(whole, '<div class="share"', '</div>'),
      cutElement(whole, '<nav class="section article__neighbours"', '</nav>'),
    ].join('\n');
    return { template: 'article', article: describeArticle(input.props, outline, language), list: null, html: text };
  }
  if (input.template === 'blog') {
    return { template: 'list', article: null, list: describeList(input.props, language), html: '' };
  }
  const whole = html();
  const main = whole.slice(whole.indexOf('<main'), whole.lastIndexOf('</main>') + '</main>'.length);
  return { template: 'ready', article: null, list: null, html: main };
}

/** The first element of a page that begins so; '' without one. */
function cutElement(html: string, start: string, end: string): string {
  const from = html.indexOf(start);
  return from === -1 ? '' : html.slice(from, html.indexOf(end, from) + end.length);
}

/** The table of contents comes before the text of an article. */
function describeContents({ headings }: Outline, { t }: Language): string {
  if (headings.length === 0) return '';
  const links = headings.map(({ id, titleHtml }) => `<li><a href="#${id}">${titleHtml}</a></li>`);
  const title = t('common.contents');
  return `<nav><p>${title}</p><details><summary>${title}</summary><ol>${links.join('')}</ol></details></nav>`;
}

function unknownBlock(type: string): never {
  throw new Error(`The peers print texts only, and an article of the bench has a block "${type}".`);
}

function describeArticle(props: ArticleProps, { characters }: Outline, { t, date }: Language): PlannedArticle {
  const minutes = estimateReadingMinutes(characters);
  const updated = date(props.updated);
  const facts = [
    updated === null ? [] : t('article.updated', { date: updated.text }),
    minutes === 0 ? [] : t('article.readingTime', { minutes }),
  ].flat();
  return {
    title: props.title,
    text: props.description,
    author: props.author === null ? null : t('article.author', { author: props.author.name }),
    date: date(props.date),
    reading: facts.length === 0 ? null : facts.join(' '),
    image: describeImage(props.image),
    categories: props.categories.map(({ title }) => title),
    related: props.related.map((card) => describeCard(card, date)),
  };
}

function describeList(props: BlogProps, { t, date }: Language): PlannedList {
  const { pageNumber: page, lastPage, previousHref: previous, nextHref: next } = props;
  return {
    title: props.title,
    text: props.subtitle,
    hero: props.hero === null ? null : describeCard(props.hero, date),
    cards: props.cards.map((card) => describeCard(card, date)),
    categories: props.categories.map(({ title }) => title),
    feed: props.feedHref,
    pager: lastPage < 2 ? null : { here: t('common.pageOf', { page, lastPage }), previous, next },
  };
}

function describeCard(card: CardInput, date: Language['date']): PlannedCard {
  return {
    title: card.title,
    href: card.href,
    text: card.description,
    date: date(card.date),
    image: describeImage(card.image),
    categories: card.categories.map(({ title }) => title),
  };
}

function describeImage(image: ImageInput | null): PlannedImage | null {
  return image === null ? null : { src: image.src, alt: image.alt, width: image.width, height: image.height };
}
