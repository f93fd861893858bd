// Small, whole page inputs of every template for the tests: believable content, every field set at least once.

import { type Locale, localeRow } from '../../config/locales.ts';
import { FOOTER_MENU, HEADER_MENU, type MenuGroup } from '../../config/menu.ts';
import { SCREEN_IDS } from '../../content/screens.ts';
import { isWordKey, loadWords, type Words, wordsOfGroups } from '../../locales/words.ts';
import type {
  BlockInput,
  CardInput,
  ChromeInput,
  ClientInput,
  FormInput,
  HeadInput,
  ImageInput,
  MarketingProps,
  MenuGroupInput,
  OfficeInput,
  OwnProps,
  PageInput,
  PersonInput,
  SectionInput,
  SiteInput,
  TemplateInput,
} from '../../templates/page-input.ts';
import { COMMON_WORDS, TEMPLATES, type TemplateId } from '../../templates/template-ids.ts';

export const ORIGIN = 'https://www.example.com';

/** An image of the tests' server. */
export function imageOf(name: string): ImageInput {
  return { src: `/assets/${name}.svg`, alt: `Chart of ${name}`, width: 1200, height: 675, srcset: null, sources: [] };
}

const link = (label: string, href: string) => ({ label, href, isOuter: href.startsWith('http') });

/** A card; `n` makes it distinct. */
export function cardOf(n: number): CardInput {
  return {
    slug: `article-${n}`,
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
    languageTag: 'en',
    fields: {},
  };
}

/** A form of the kind. */
export function formOf(kind: FormInput['kind'], id = 'form-1'): FormInput {
  return {
    id,
    kind,
    action: '/api/demo-request',
    successHref: '/success/',
    privacyHref: '/privacy-policy/',
    title: null,
    text: null,
    button: null,
    asked: [],
    languageTag: null,
  };
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
    source: 'Our own count, October 2026.',
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

function planOf(n: number) {
  const prices = { value: `€${n}00`, period: 'a month', otherPrice: { value: `€${n}10`, period: 'by the month' } };
  return { ...sectionItemOf(n), ...prices, badge: n === 2 ? 'Most popular' : null, volumes: [`${n}0,000`] };
}

function sectionItemOf(n: number) {
  return {
    title: `Alert number ${n}`,
    text: 'Tells you when a topic grows faster than usual.',
    value: null,
    image: null,
    screen: null,
    link: link('More', `/mentions/?n=${n}`),
    points: n === 1 ? ['Every source', 'Every language'] : [],
  };
}

function personOf(n: number): PersonInput {
  return {
    name: `Olena Marchuk ${n}`,
    position: 'Analyst',
    department: 'Analysis',
    photo: imageOf(`person-${n}`),
    bio: null,
    languageTag: 'en',
  };
}

function clientOf(n: number): ClientInput {
  return {
    name: `Northwind ${n}`,
    industries: [{ slug: 'retail', title: 'Retail' }],
    description: 'Sells lamps.',
    logo: imageOf(`client-${n}`),
    quote: n === 1 ? 'We heard of it first.' : null,
    quoteAuthor: n === 1 ? 'Ada Byrne, head of care' : null,
    portrait: n === 1 ? imageOf('portrait') : null,
    figure: n === 1 ? { value: '3 days', label: 'earlier', source: null } : null,
    link: null,
    story:
      n === 1
        ? {
            id: 'story-northwind-1',
            before: { text: 'Nobody had noticed.', figure: '11 a month' },
            found: { text: 'Lamps stood in the bath.', figure: '3 days' },
            changed: { text: 'The lamps are dry.', figure: null },
            screen: 'mast',
            posts: ['19:02: A lamp in the bath', 'A line without a time'],
          }
        : null,
  };
}

const OFFICE: OfficeInput = {
  title: 'Kyiv',
  city: 'Kyiv',
  country: 'Ukraine',
  address: '1 Example Street',
  phones: [{ text: '+380 44 000 00 00', href: 'tel:+380440000000' }],
  email: 'kyiv@example.com',
  languages: 'Ukrainian, English',
  photo: imageOf('door'),
  place: { latitude: 50.45, longitude: 30.52 },
  hours: { opens: '09:00', closes: '18:00' },
  timeZone: 'Europe/Kyiv',
};

const HEADING = { id: null, text: '<p>With <strong>words</strong>.</p>', image: null, link: link('More', '/product/') };

/** One section of every kind. */
export const EVERY_SECTION: readonly SectionInput[] = [
  { kind: 'text', title: 'Text', ...HEADING },
  { kind: 'cta', title: 'Call', ...HEADING, screen: 'copilot' },
  { kind: 'quote', title: 'We heard of it first.', ...HEADING, screen: null },
  { kind: 'split', title: 'Split', ...HEADING, image: imageOf('split'), screen: null, points: ['One', 'Two'] },
  ...SCREEN_IDS.map((screen) => ({ kind: 'screen', title: 'Screen', ...HEADING, screen }) as const),
  { kind: 'features', title: 'Features', ...HEADING, items: [1, 2].map(sectionItemOf) },
  { kind: 'steps', title: 'Steps', ...HEADING, items: [1, 2].map(sectionItemOf) },
  {
    kind: 'stats',
    screen: null,
    title: 'Figures',
    ...HEADING,
    items: [1, 2].map((n) => ({ ...sectionItemOf(n), value: `${n}0 %` })),
    source: 'Our own count, October 2026.',
  },
  {
    kind: 'logos',
    title: 'Logos',
    ...HEADING,
    items: [1, 2].map((n) => ({ ...sectionItemOf(n), image: imageOf(`logo-${n}`) })),
  },
  { kind: 'plans', title: 'Plans', ...HEADING, billing: ['Yearly', 'Monthly'], items: [1, 2].map(planOf) },
  { kind: 'comparison', title: 'Compared', ...HEADING, head: ['', 'Ours', 'Theirs'], rows: [['Price', 'Low', 'High']] },
  { kind: 'form', title: 'Form', ...HEADING, form: formOf('demo', 'section-form-11'), screen: 'dashboard' },
  { kind: 'faq', title: null, ...HEADING, questions: [{ question: 'How fast?', answer: '<p>Three minutes.</p>' }] },
  { kind: 'clients', title: 'Clients', ...HEADING, clients: [clientOf(1)] },
  { kind: 'team', title: 'Team', ...HEADING, people: [personOf(3)] },
  { kind: 'offices', title: 'Offices', ...HEADING, offices: [OFFICE] },
  { kind: 'articles', title: 'Articles', ...HEADING, articles: [cardOf(1)] },
];

const DESCRIBED = { page: 'pricing', ...link('Pricing', '/pricing/'), description: 'Plans for teams of every size' };
const MARKETING: MarketingProps = {
  title: 'One desk for every signal',
  subtitle: 'Text, pictures and video side by side.',
  image: imageOf('page'),
  screen: null,
  link: link('Request a demo', '/demo/'),
  secondLink: link('Tour', '/product/'),
  content: [{ type: 'text', html: '<h2>More</h2><p>And more.</p>' }],
  sections: EVERY_SECTION,
};

/** A page of words that no editor has touched. */
const NO_SURROUNDINGS = { screen: null, secondLink: null, content: [], sections: [] };
const NO_ENTRY = { title: null, subtitle: null, image: null, link: null, ...NO_SURROUNDINGS };

/** Props of every template. */
export const PROPS: OwnProps = {
  home: {
    title: 'Hear what people say before it is news',
    subtitle: 'Murmurlens listens to public conversations in forty languages and tells you what changed.',
    image: imageOf('home'),
    screen: 'overview',
    link: link('Request a demo', '/demo/'),
    secondLink: null,
    content: [],
    sections: [
      {
        kind: 'features',
        id: null,
        title: 'From noise to a decision',
        text: '<p>One feed for every source.</p>',
        image: null,
        link: null,
        items: [1, 2, 3].map((n) => sectionItemOf(n)),
      },
      {
        kind: 'split',
        id: null,
        title: 'Pictures speak too',
        text: '<p>Logos are found in photos that never name you.</p>',
        image: imageOf('visual'),
        link: link('How it works', '/visual-insights/'),
        screen: 'visual',
        points: ['On cups', 'On shelves'],
      },
    ],
    articles: [0, 1, 2].map(cardOf),
    blogHref: '/blog/',
    clients: [clientOf(1), clientOf(2)],
  },
  blog: {
    title: 'Blog',
    subtitle: 'Methods, case studies and honest mistakes',
    image: null,
    link: null,
    ...NO_SURROUNDINGS,
    pageNumber: 1,
    lastPage: 3,
    hero: cardOf(9),
    cards: [0, 1, 2, 3, 4, 5].map(cardOf),
    categories: [{ slug: 'crisis', title: 'Crisis' }],
    previousHref: null,
    nextHref: '/blog/page/2/',
    feedHref: '/blog/feed.xml',
    askHref: '/contacts/',
  },
  article: {
    title: 'How to read a crisis in the first hour',
    description: 'Three signals tell an ordinary bad day from a real crisis.',
    image: imageOf('article'),
    author: { ...personOf(1), name: 'Olena Marchuk' },
    date: '2026-01-02T23:30:00.000Z',
    updated: '2026-02-03T10:00:00.000Z',
    url: `${ORIGIN}/blog/article/`,
    newer: { title: 'Newer', href: '/blog/newer/', languageTag: 'en' },
    older: { title: 'Older', href: '/blog/older/', languageTag: 'en' },
    categories: [
      { slug: 'crisis', title: 'Crisis' },
      { slug: 'method', title: 'Method' },
    ],
    content: EVERY_BLOCK,
    fields: {},
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
  demo: { title: null, subtitle: null, image: null, screen: null, content: [], sections: [], form: formOf('demo') },
  success: {
    page: 'success',
    title: null,
    subtitle: null,
    image: null,
    screen: 'halfHour',
    homeHref: '/',
    sections: [],
    article: null,
    next: [DESCRIBED],
  },
  error: {
    status: 404,
    homeHref: '/',
    blogHref: '/blog/',
    popular: [DESCRIBED],
    homes: [
      { href: '/', label: 'English', languageTag: 'en' },
      { href: '/ua/', label: 'Українська', languageTag: 'uk' },
      { href: '/kz/', label: 'Русский', languageTag: 'ru-KZ' },
    ],
  },
  product: MARKETING,
  'use-case': {
    ...MARKETING,
    next: [
      {
        page: 'mentions',
        ...link('Mentions', '/mentions/'),
        description: 'Follow them as they appear',
        screen: 'reply',
      },
    ],
  },
  pricing: {
    ...MARKETING,
    banner: {
      href: '/demo/',
      isOuter: false,
      alt: 'Two months free',
      desktopImage: imageOf('wide'),
      mobileImage: null,
    },
  },
  clients: {
    ...MARKETING,
    industries: [
      { slug: 'retail', title: 'Retail', clients: [clientOf(1), clientOf(2)] },
      { slug: 'travel', title: 'Travel', clients: [clientOf(3)] },
    ],
  },
  careers: { ...MARKETING, departments: [{ title: 'Analysis', people: [personOf(1), personOf(2)] }] },
  about: { ...MARKETING, people: [personOf(1), personOf(2)] },
  contacts: {
    ...MARKETING,
    offices: [OFFICE],
    socialLinks: [{ ...link('LinkedIn', 'https://example.net/in'), isOuter: true }],
  },
  integrations: MARKETING,
  'slack-integration': MARKETING,
  research: MARKETING,
  trends: MARKETING,
  referral: MARKETING,
  'ambassadors-program': MARKETING,
  newmr: MARKETING,
  name: MARKETING,
  academy: { ...MARKETING, form: formOf('academy', 'academy-form') },
  benchmarks: { ...MARKETING, form: formOf('benchmarks', 'benchmarks-form') },
  'data-subject-access-optout-request': { ...MARKETING, form: formOf('data-request', 'data-request-form') },
  report: { ...NO_ENTRY, page: 'report', form: formOf('report', 'report-form') },
  cxua: { ...NO_ENTRY, page: 'cxua', form: formOf('demo', 'demo-form') },
  giftbag: { ...NO_ENTRY, page: 'giftbag', form: formOf('demo', 'demo-form') },
  'social-listening-dashboards': {
    ...NO_ENTRY,
    page: 'social-listening-dashboards',
    form: formOf('demo', 'demo-form'),
  },
  legal: {
    page: 'privacy-policy',
    title: 'Privacy policy',
    subtitle: null,
    updated: '2026-01-02T23:30:00.000Z',
    sections: [],
    content: [{ type: 'text', html: '<h2>What we keep</h2><p>Little.</p>' }],
  },
  webinars: {
    title: 'Webinars',
    subtitle: 'Forty minutes each',
    image: null,
    link: null,
    ...NO_SURROUNDINGS,
    pageNumber: 1,
    lastPage: 2,
    previousHref: null,
    nextHref: '/webinars/page/2/',
    current: [{ ...cardOf(1), startsAt: '2027-04-15T15:00:00.000Z', fields: { duration_minutes: 45 } }],
    previous: [{ ...cardOf(2), startsAt: '2025-10-09T15:00:00.000Z', fields: { duration_minutes: null } }],
  },
  webinar: {
    title: 'Alerts that stay rare',
    description: 'From nineteen alerts a week to two a month.',
    image: imageOf('webinar'),
    startsAt: '2027-04-15T15:00:00.000Z',
    fields: { duration_minutes: 45 },
    isCurrent: true,
    calendarHref: '/webinars/alerts/event.ics',
    agenda: [
      { time: '0:00', title: 'Thresholds' },
      { time: null, title: 'Questions' },
    ],
    speakers: [personOf(1)],
    content: [{ type: 'text', html: '<p>Bring your own thresholds.</p>' }],
    related: [],
    form: formOf('webinar', 'webinar-form'),
  },
  'e-books': {
    title: 'E-books',
    subtitle: null,
    image: null,
    link: null,
    ...NO_SURROUNDINGS,
    pageNumber: 1,
    lastPage: 1,
    previousHref: null,
    nextHref: null,
    categories: [{ slug: 'crisis', title: 'Crisis' }],
    cards: [0, 1, 2].map(cardOf),
  },
  'e-book': {
    title: 'The crisis playbook',
    description: 'Fourteen pages for a bad day.',
    image: imageOf('cover'),
    categories: [{ slug: 'crisis', title: 'Crisis' }],
    content: [{ type: 'text', html: '<p>What to do first.</p>' }],
    author: personOf(1),
    pages: 14,
    chapters: [
      { page: '3', title: 'The first hour' },
      { page: null, title: 'Answers' },
    ],
    sample: { html: '<h3>The first hour</h3><p>Read thirty posts.</p>', page: 3, screen: 'phone' },
    fields: {},
    related: [cardOf(1)],
    form: formOf('e-book', 'e-book-form'),
  },
  'page-constructor': { title: 'Spring campaign', subtitle: null, content: EVERY_BLOCK },
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
  { template: 'product', props: PROPS.product },
  { template: 'use-case', props: PROPS['use-case'] },
  { template: 'pricing', props: PROPS.pricing },
  { template: 'clients', props: PROPS.clients },
  { template: 'careers', props: PROPS.careers },
  { template: 'about', props: PROPS.about },
  { template: 'contacts', props: PROPS.contacts },
  { template: 'integrations', props: PROPS.integrations },
  { template: 'slack-integration', props: PROPS['slack-integration'] },
  { template: 'research', props: PROPS.research },
  { template: 'trends', props: PROPS.trends },
  { template: 'referral', props: PROPS.referral },
  { template: 'ambassadors-program', props: PROPS['ambassadors-program'] },
  { template: 'newmr', props: PROPS.newmr },
  { template: 'name', props: PROPS.name },
  { template: 'academy', props: PROPS.academy },
  { template: 'benchmarks', props: PROPS.benchmarks },
  { template: 'data-subject-access-optout-request', props: PROPS['data-subject-access-optout-request'] },
  { template: 'report', props: PROPS.report },
  { template: 'cxua', props: PROPS.cxua },
  { template: 'giftbag', props: PROPS.giftbag },
  { template: 'social-listening-dashboards', props: PROPS['social-listening-dashboards'] },
  { template: 'legal', props: PROPS.legal },
  { template: 'webinars', props: PROPS.webinars },
  { template: 'webinar', props: PROPS.webinar },
  { template: 'e-books', props: PROPS['e-books'] },
  { template: 'e-book', props: PROPS['e-book'] },
  { template: 'page-constructor', props: PROPS['page-constructor'] },
];

/** A head with a value for every field. */
export function headWith(changes: Partial<HeadInput> = {}): HeadInput {
  return {
    title: 'How to read a crisis | Murmurlens',
    description: 'Three signals.',
    canonical: `${ORIGIN}/blog/crisis/`,
    isIndexable: true,
    alternates: [
      { hreflang: 'en', href: `${ORIGIN}/blog/crisis/` },
      { hreflang: 'x-default', href: `${ORIGIN}/blog/crisis/` },
    ],
    openGraph: {
      type: 'article',
      locale: 'en_US',
      localeAlternates: ['uk_UA'],
      image: { url: `${ORIGIN}/assets/article.png`, alt: 'Chart', width: 1200, height: 630 },
      publishedTime: '2026-01-02T23:30:00.000Z',
      modifiedTime: null,
    },
    ...changes,
  };
}

/** What pages have in common. */
export function siteWith(changes: Partial<SiteInput> = {}): SiteInput {
  return {
    origin: ORIGIN,
    organization: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.', sameAs: [] },
    icons: { svg: '/assets/i.svg', png: '/assets/i.png', touch: '/assets/t.png', manifest: '/assets/m.webmanifest' },
    stylesheets: ['/assets/main.css'],
    font: '/assets/latin.woff2',
    script: '/assets/main.js',
    feed: { href: '/blog/feed.xml', title: 'Murmurlens blog' },
    languages: [
      { locale: 'en', languageTag: 'en', label: 'English', isCurrent: true },
      { locale: 'ua', languageTag: 'uk', label: 'Українська', isCurrent: false },
      { locale: 'kz', languageTag: 'ru-KZ', label: 'Русский', isCurrent: false },
    ],
    imageOrigin: null,
    shareImage: null,
    contentSecurityPolicy: null,
    ...changes,
  };
}

/** A whole page of a template in one locale. */
export function pageWith(
  template: TemplateInput,
  changes: Partial<Omit<PageInput, 'template' | 'props'>> = {},
): PageInput {
  return {
    ...template,
    routeName: `${template.template}___en`,
    locale: 'en',
    languageTag: 'en',
    localeLanguageTag: 'en',
    wordsLanguageTag: 'en',
    layout: 'default',
    head: headWith(),
    site: siteWith(),
    breadcrumbs: [
      { name: 'Home', href: '/', languageTag: 'en' },
      { name: 'Blog', href: '/blog/', languageTag: 'en' },
      { name: 'Crisis', href: '/blog/crisis/', languageTag: 'en' },
    ],
    switcher: { hrefs: ['/blog/crisis/', '/ua/blog/', '/kz/'], targets: ['same-page', 'list', 'home'] },
    finalHrefs: {},
    richImages: {},
    figures: [],
    ...changes,
  };
}

/** The words that a template reads. */
export function wordsOf(template: TemplateId, locale: Locale = 'en') {
  return wordsOfGroups(loadWords(locale), [...COMMON_WORDS, ...TEMPLATES[template].words]);
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
    office: null,
    homes: [],
    demoHref: '/demo/',
    signInHref: 'https://app.example.com/sign-in',
    banner: null,
    policyHref: '/privacy-policy/',
    year: 2026,
    client: {
      locale,
      languageTag: localeRow(locale).languageTag,
      site: localeRow(locale).site,
      homeHref: '/',
      prefixes: [localeRow(locale).prefix],
      middleware: ['redirects', 'ambassadors'],
      country: 'US',
      geoUrl: null,
      scripts: {},
      chatAppId: null,
      formsPortal: null,
      formsLanguage: localeRow(locale).languageTag,
      copyrightBadgeId: null,
      asksConsent: false,
    },
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
