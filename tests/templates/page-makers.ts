// Small, whole page inputs of every template for the tests: believable content, every field set at least once.

import { type Locale, localeRow } from '../../config/locales.ts';
import { FOOTER_MENU, HEADER_MENU, type MenuGroup } from '../../config/menu.ts';
import { isWordKey, loadWords, type Words, wordsOfGroups } from '../../locales/words.ts';
import type {
  BlockInput,
  CardInput,
  ChromeInput,
  FormInput,
  HeadInput,
  ImageInput,
  MenuGroupInput,
  PageInput,
  PropsByTemplate,
  StructuredDataInput,
  TemplateInput,
} from '../../templates/page-input.ts';
import { COMMON_WORDS, TEMPLATES, type TemplateId } from '../../templates/template-ids.ts';

export const ORIGIN = 'https://www.example.com';

/** An image of the tests' server. */
export function imageOf(name: string): ImageInput {
  return { src: `/assets/${name}.svg`, alt: `Chart of ${name}`, width: 1200, height: 675, srcset: null };
}

const link = (label: string, href: string) => ({ label, href, isOuter: href.startsWith('http') });

/** A card; `n` makes it distinct. */
export function cardOf(n: number): CardInput {
  return {
    title:
      [
        'How to read a crisis in the first hour',
        'Share of voice is not share of heart',
        'What a logo in a photo tells',
      ][n % 3] ?? '',
    href: `/blog/article-${n}/`,
    description: 'Mentions rise before newspapers write. Three signals tell an ordinary bad day from a real crisis.',
    image: n % 3 === 2 ? null : imageOf(`card-${n}`),
    date: `2026-0${(n % 9) + 1}-02T23:30:00.000Z`,
    categories: [{ slug: 'crisis', title: 'Crisis' }],
  };
}

/** A form of the kind. */
export function formOf(kind: FormInput['kind'], id = 'form-1'): FormInput {
  return { id, kind, action: '/api/demo-request', successHref: '/success/', title: null, text: null, button: null };
}

/** One block of every kind. */
export const EVERY_BLOCK: readonly BlockInput[] = [
  {
    type: 'text',
    html: '<h2 id="signals">Three signals</h2><p>Volume alone says little. <a href="/blog">Read on</a>, or see <a href="https://example.org/study">the study</a>.</p><ul><li>Speed</li><li>Sources</li><li>Sentiment</li></ul><h3>What to do</h3><blockquote><p>Answer once, and answer well.</p></blockquote>',
  },
  { type: 'image', image: imageOf('figure'), caption: 'Mentions by the hour' },
  { type: 'gallery', images: [imageOf('first'), imageOf('second'), imageOf('third')] },
  {
    type: 'quote',
    quote: 'We heard of it before our customers did.',
    author: 'Olena Marchuk',
    position: 'Head of communications',
  },
  { type: 'cta', link: link('See the platform', '/product/'), text: 'Try it on your own brand.' },
  { type: 'embed', provider: 'reddit', href: 'https://www.reddit.com/r/marketing/', formId: null, caption: 'A thread' },
  { type: 'embed', provider: 'forms', href: null, formId: 'abc-1', caption: null },
  { type: 'form', form: formOf('subscription', 'form-2') },
  {
    type: 'hero',
    title: 'One place for every mention',
    text: 'News, forums, videos.',
    image: imageOf('hero'),
    link: link('Try it', '/demo/'),
  },
  { type: 'features', title: 'What it does', items: [1, 2, 3].map((n) => sectionItemOf(n)) },
  {
    type: 'stats',
    title: 'In figures',
    items: [
      { value: '40+', label: 'languages' },
      { value: '3 min', label: 'until an alert' },
    ],
  },
  { type: 'logos', title: 'Who works with us', images: [imageOf('logo-1'), imageOf('logo-2')] },
  {
    type: 'faq',
    title: 'Questions',
    items: [{ question: 'How fast is it?', answer: '<p>Within <strong>three minutes</strong>.</p>' }],
  },
  {
    type: 'table',
    caption: 'Sources',
    head: ['Source', 'Delay'],
    rows: [
      ['News', '3 minutes'],
      ['Forums', '10 minutes'],
    ],
  },
];

function sectionItemOf(n: number) {
  return {
    title: `Alert number ${n}`,
    text: 'Tells you when a topic grows faster than usual.',
    value: null,
    image: null,
    link: link('More', `/mentions/?n=${n}`),
  };
}

/** Props of every template. */
export const PROPS: PropsByTemplate = {
  home: {
    title: 'Hear what people say before it is news',
    subtitle: 'Murmurlens listens to public conversations in forty languages and tells you what changed.',
    image: imageOf('home'),
    link: link('Request a demo', '/demo/'),
    content: [],
    sections: [
      {
        kind: 'features',
        title: 'From noise to a decision',
        text: '<p>One feed for every source.</p>',
        image: null,
        link: null,
        items: [1, 2, 3].map((n) => sectionItemOf(n)),
      },
      {
        kind: 'unknown',
        title: 'Pictures speak too',
        text: '<p>Logos are found in photos that never name you.</p>',
        image: imageOf('visual'),
        link: link('How it works', '/visual-insights/'),
        items: [],
      },
    ],
    articles: [0, 1, 2].map(cardOf),
    blogHref: '/blog/',
  },
  blog: {
    title: 'Blog',
    subtitle: 'Notes on listening well',
    pageNumber: 1,
    lastPage: 3,
    hero: cardOf(9),
    cards: [0, 1, 2, 3, 4, 5].map(cardOf),
    previousHref: null,
    nextHref: '/blog/page/2/',
    feedHref: '/blog/feed.xml',
  },
  article: {
    title: 'How to read a crisis in the first hour',
    description: 'Three signals tell an ordinary bad day from a real crisis.',
    image: imageOf('article'),
    author: 'Olena Marchuk',
    date: '2026-01-02T23:30:00.000Z',
    categories: [
      { slug: 'crisis', title: 'Crisis' },
      { slug: 'method', title: 'Method' },
    ],
    content: EVERY_BLOCK,
    related: [0, 1, 2].map(cardOf),
    form: formOf('blog-demo', 'form-3'),
  },
  landing: {
    title: 'Share of voice, explained',
    subtitle: 'A guide and a template to measure your own.',
    image: imageOf('landing'),
    content: EVERY_BLOCK.filter(({ type }) => type === 'text' || type === 'stats'),
    form: formOf('subscription'),
  },
  demo: { title: null, subtitle: null, content: [], form: formOf('demo') },
  success: { page: 'success', title: null, subtitle: null, homeHref: '/' },
  error: {
    status: 404,
    homeHref: '/',
    homes: [
      { href: '/', label: 'English', languageTag: 'en' },
      { href: '/ua/', label: 'Українська', languageTag: 'uk' },
      { href: '/kz/', label: 'Русский', languageTag: 'ru-KZ' },
    ],
  },
};

/** The templates of the tests, each with its props. */
export const EVERY_TEMPLATE: readonly TemplateInput[] = [
  { template: 'home', props: PROPS.home },
  { template: 'blog', props: PROPS.blog },
  { template: 'article', props: PROPS.article },
  { template: 'landing', props: PROPS.landing },
  { template: 'demo', props: PROPS.demo },
  { template: 'success', props: PROPS.success },
  { template: 'error', props: PROPS.error },
];

/** A head with a value for every field. */
export function headWith(changes: Partial<HeadInput> = {}): HeadInput {
  return {
    title: 'How to read a crisis | Murmurlens',
    icon: '/assets/favicon.svg',
    description: 'Three signals.',
    canonical: `${ORIGIN}/blog/crisis/`,
    isIndexable: true,
    alternates: [
      { hreflang: 'en', href: `${ORIGIN}/blog/crisis/` },
      { hreflang: 'x-default', href: `${ORIGIN}/blog/crisis/` },
    ],
    openGraph: {
      type: 'article',
      siteName: 'Murmurlens',
      locale: 'en_US',
      localeAlternates: ['uk_UA'],
      image: { url: `${ORIGIN}/assets/article.png`, alt: 'Chart', width: 1200, height: 630 },
      publishedTime: '2026-01-02T23:30:00.000Z',
      modifiedTime: null,
    },
    stylesheets: ['/assets/main.css'],
    script: '/assets/main.js',
    feed: { href: '/blog/feed.xml', title: 'Murmurlens blog' },
    previousHref: null,
    nextHref: null,
    contentSecurityPolicy: null,
    ...changes,
  };
}

/** Facts of an article three steps deep. */
export function structuredDataWith(changes: Partial<StructuredDataInput> = {}): StructuredDataInput {
  return {
    origin: ORIGIN,
    organization: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.', sameAs: [] },
    breadcrumbs: [
      { name: 'Home', href: '/' },
      { name: 'Blog', href: '/blog/' },
      { name: 'Crisis', href: '/blog/crisis/' },
    ],
    article: null,
    ...changes,
  };
}

/** A whole page of a template in one locale. */
export function pageWith(
  template: TemplateInput,
  changes: Partial<Omit<PageInput, 'template' | 'props'>> = {},
): PageInput {
  const structuredData = changes.structuredData ?? structuredDataWith();
  return {
    ...template,
    routeName: `${template.template}___en`,
    locale: 'en',
    languageTag: 'en',
    layout: 'default',
    head: headWith(),
    structuredData,
    breadcrumbs: structuredData.breadcrumbs,
    switcher: {
      items: [
        {
          locale: 'en',
          languageTag: 'en',
          label: 'English',
          href: '/blog/crisis/',
          isCurrent: true,
          target: 'same-page',
        },
        { locale: 'ua', languageTag: 'uk', label: 'Українська', href: '/ua/blog/', isCurrent: false, target: 'list' },
        { locale: 'kz', languageTag: 'ru-KZ', label: 'Русский', href: '/kz/', isCurrent: false, target: 'home' },
      ],
    },
    finalHrefs: {},
    shared: { chrome: 'c', words: 'w' },
    ...changes,
  };
}

/** The words that a template reads. */
export function wordsOf(template: TemplateId, locale: Locale = 'en') {
  return wordsOfGroups(loadWords(locale), [...COMMON_WORDS, ...TEMPLATES[template]]);
}

/** A chrome of the locale with every menu group. */
export function chromeWith(changes: Partial<ChromeInput> = {}, locale: Locale = 'en'): ChromeInput {
  const words = loadWords(locale);
  return {
    locale,
    languageTag: localeRow(locale).languageTag,
    layout: 'default',
    activeGroup: 'blog',
    brand: 'Murmurlens',
    legalName: 'Murmurlens Analytics Ltd.',
    homeHref: '/',
    menu: HEADER_MENU.map((group) => menuGroupOf(group, words, 'menu')),
    footer: FOOTER_MENU.map((group) => menuGroupOf(group, words, 'footer')),
    socialLinks: [link('LinkedIn', 'https://www.linkedin.com/company/murmurlens')],
    demoHref: '/demo/',
    signInHref: 'https://app.example.com/sign-in',
    banner: null,
    year: 2026,
    ...changes,
  };
}

function menuGroupOf(group: MenuGroup, words: Words, place: 'menu' | 'footer'): MenuGroupInput {
  const word = (key: string) => (isWordKey(key) ? words[key] : null);
  return {
    id: group.id,
    label: word(`common.${place}.${group.id}`) ?? group.id,
    link: group.target === undefined ? null : link(group.id, `/${group.id}/`),
    items: group.submenu.map((item) => ({
      ...link(
        word(`common.menu.${item.id}`) ?? item.id,
        item.target.kind === 'page' ? `/${item.id}/` : 'https://help.example.com/hc/en',
      ),
      id: item.id,
      description: word(`common.menu.${item.id}Description`),
    })),
    promo: null,
  };
}
