// What goes into a page: plain JSON, everything that the page shows and nothing else. The build makes it, templates
// read it, and a page is a pure function of it and of the shared values that it names by hash.

import type { ClientConfig } from '../client/client-config.ts';
import type { Layout } from '../config/pages.ts';
import type { FormKind } from '../content/blocks.ts';

/** An image as it is printed: every URL final, the box known. */
export interface ImageInput {
  readonly src: string;
  readonly alt: string;
  /** Pixels; null where neither the service nor the file has them. */
  readonly width: number | null;
  readonly height: number | null;
  readonly srcset: string | null;
  /** What a browser may load instead, first match first. */
  readonly sources: readonly ImageSourceInput[];
}

/** A `<source>` of an image: a better format, or a still for visitors who prefer reduced motion. */
interface ImageSourceInput {
  readonly type: string;
  readonly srcset: string;
  readonly media: string | null;
}

/** A link as it is printed. `isOuter` opens a new tab. */
export interface LinkInput {
  readonly label: string;
  readonly href: string;
  readonly isOuter: boolean;
}

/** What a list shows of an entry. */
export interface CardInput {
  readonly title: string;
  readonly href: string;
  readonly description: string | null;
  readonly image: ImageInput | null;
  /** ISO 8601. */
  readonly date: string | null;
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  /** BCP 47: the entry's language. */
  readonly languageTag: string;
}

/** One of our forms: posts without JavaScript to `action`; `successHref` is the success page of its kind. */
export interface FormInput {
  /** Unique on the page; the target of the demo button on landing pages. */
  readonly id: string;
  readonly kind: FormKind;
  readonly action: string;
  readonly successHref: string;
  /** The privacy policy, where the locale has one. */
  readonly privacyHref: string | null;
  readonly title: string | null;
  readonly text: string | null;
  readonly button: string | null;
  /** BCP 47: language of the three texts above; null where it is the page's. */
  readonly languageTag: string | null;
}

/** A block of content with its images resolved. `html` is raw: only `RichText` may print it. */
export type BlockInput =
  | { readonly type: 'text'; readonly html: string }
  | { readonly type: 'image'; readonly image: ImageInput; readonly caption: string | null }
  | { readonly type: 'gallery'; readonly images: readonly ImageInput[] }
  | { readonly type: 'quote'; readonly quote: string; readonly author: string | null; readonly position: string | null }
  | { readonly type: 'cta'; readonly link: LinkInput; readonly text: string | null }
  | {
      readonly type: 'embed';
      readonly provider: 'instagram' | 'reddit' | 'twitter' | 'forms' | 'copyright-badge';
      /** Where the placeholder's link leads without JavaScript; null where there is nothing to link to. */
      readonly href: string | null;
      readonly formId: string | null;
      readonly caption: string | null;
    }
  | { readonly type: 'form'; readonly form: FormInput }
  | {
      readonly type: 'hero';
      readonly title: string;
      readonly text: string | null;
      readonly image: ImageInput | null;
      readonly link: LinkInput | null;
    }
  | { readonly type: 'features'; readonly title: string | null; readonly items: readonly SectionItemInput[] }
  | {
      readonly type: 'stats';
      readonly title: string | null;
      readonly items: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly type: 'logos'; readonly title: string | null; readonly images: readonly ImageInput[] }
  | {
      readonly type: 'faq';
      readonly title: string | null;
      readonly items: readonly { readonly question: string; readonly answer: string }[];
    }
  | {
      readonly type: 'table';
      readonly caption: string | null;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

/** An item of a section: a feature, a step, a figure, a plan. */
export interface SectionItemInput {
  readonly title: string;
  /** HTML of an editor: only `RichText` may print it. */
  readonly text: string | null;
  /** A figure or a price, as text. */
  readonly value: string | null;
  readonly image: ImageInput | null;
  readonly link: LinkInput | null;
  /** Short lines: what a plan includes. */
  readonly points: readonly string[];
}

/** A person of the team, or a speaker. */
export interface PersonInput {
  readonly name: string;
  readonly position: string | null;
  readonly department: string | null;
  readonly photo: ImageInput | null;
  readonly bio: string | null;
}

/** A client with its industries. */
export interface ClientInput {
  readonly name: string;
  readonly industries: readonly { readonly slug: string; readonly title: string }[];
  readonly description: string | null;
  readonly logo: ImageInput | null;
  readonly quote: string | null;
  readonly quoteAuthor: string | null;
  readonly link: LinkInput | null;
}

/** An office. */
export interface OfficeInput {
  readonly title: string;
  readonly city: string | null;
  readonly country: string | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** A question with its answer, which is HTML of an editor. */
export interface QuestionInput {
  readonly question: string;
  readonly answer: string;
}

/** One variant for each kind, so that the kind alone discriminates. */
type Each<K extends string, Shape> = K extends string ? { readonly kind: K } & Shape : never;

/** What a section of a page shows besides its heading. Sections without anything to show are left out by the build. */
export type SectionBody =
  | Each<'text' | 'quote' | 'cta', unknown>
  | { readonly kind: 'split'; readonly points: readonly string[] }
  | Each<'features' | 'steps' | 'stats' | 'logos' | 'plans', { readonly items: readonly SectionItemInput[] }>
  | { readonly kind: 'comparison'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'form'; readonly form: FormInput }
  | { readonly kind: 'faq'; readonly questions: readonly QuestionInput[] }
  | { readonly kind: 'clients'; readonly clients: readonly ClientInput[] }
  | { readonly kind: 'team'; readonly people: readonly PersonInput[] }
  | { readonly kind: 'offices'; readonly offices: readonly OfficeInput[] }
  | { readonly kind: 'articles'; readonly articles: readonly CardInput[] };

/** A section of a page. `text` is HTML of an editor: only `RichText` may print it. */
export type SectionInput = SectionBody & {
  readonly title: string | null;
  readonly text: string | null;
  readonly image: ImageInput | null;
  readonly link: LinkInput | null;
};

/** What every page of the marketing site shows: an opening, sections in the editor's order, and free content. */
export interface MarketingProps {
  readonly title: string;
  readonly subtitle: string | null;
  readonly image: ImageInput | null;
  readonly link: LinkInput | null;
  readonly content: readonly BlockInput[];
  readonly sections: readonly SectionInput[];
}

/** A page of words. An entry may add more, and its title then replaces that of the words. */
export interface WordsPageProps extends Omit<MarketingProps, 'title'> {
  /** Page of the registry: chooses the words where several pages share a template. */
  readonly page: string;
  readonly title: string | null;
  readonly form: FormInput;
}

export interface HomeProps extends MarketingProps {
  /** Newest articles; `blogHref` is null where the locale has no blog. */
  readonly articles: readonly CardInput[];
  readonly blogHref: string | null;
  readonly clients: readonly ClientInput[];
}

export interface UseCaseProps extends MarketingProps {
  /** The other use cases of the locale, for the end of the page. */
  readonly others: readonly (LinkInput & { readonly description: string | null })[];
}

export interface PricingProps extends MarketingProps {
  /** From the global `price_page_banner`. */
  readonly banner: BannerInput | null;
}

export interface ClientsProps extends MarketingProps {
  /** In order of first use; a client is under each of its industries. */
  readonly industries: readonly {
    readonly slug: string;
    readonly title: string;
    readonly clients: readonly ClientInput[];
  }[];
}

export interface CareersProps extends MarketingProps {
  /** In order of first use. */
  readonly departments: readonly { readonly title: string; readonly people: readonly PersonInput[] }[];
}

export interface AboutProps extends MarketingProps {
  readonly people: readonly PersonInput[];
}

export interface ContactsProps extends MarketingProps {
  readonly offices: readonly OfficeInput[];
  readonly socialLinks: readonly LinkInput[];
}

/** A page with one form of its own: academy, benchmarks, the data subject request. */
export interface FormPageProps extends MarketingProps {
  readonly form: FormInput;
}

export interface LegalProps {
  /** Page of the registry: chooses the words where there is no entry. */
  readonly page: string;
  readonly title: string | null;
  readonly subtitle: string | null;
  /** ISO 8601: when the text was last changed. */
  readonly updated: string | null;
  readonly content: readonly BlockInput[];
  readonly sections: readonly SectionInput[];
}

/** Place of a page in its list; all of it plain links. */
interface ListPlace {
  /** 1-based. */
  readonly pageNumber: number;
  readonly lastPage: number;
  readonly previousHref: string | null;
  readonly nextHref: string | null;
}

/** What an editor puts around a list; only on its first page, empty on the others. */
type ListSurroundings = Pick<MarketingProps, 'image' | 'link' | 'content' | 'sections'>;

/** A card of a webinar. */
export interface EventCardInput extends CardInput {
  /** ISO 8601: start of the event. */
  readonly startsAt: string | null;
  readonly durationMinutes: number | null;
}

export interface WebinarsProps extends ListPlace, ListSurroundings {
  readonly title: string;
  readonly subtitle: string | null;
  /** Only on page 1. */
  readonly current: readonly EventCardInput[];
  readonly previous: readonly EventCardInput[];
}

export interface WebinarProps {
  readonly title: string;
  readonly description: string | null;
  readonly image: ImageInput | null;
  /** ISO 8601. */
  readonly startsAt: string | null;
  readonly durationMinutes: number | null;
  /** To come (registration) or past (recording). */
  readonly isCurrent: boolean;
  readonly speakers: readonly PersonInput[];
  readonly content: readonly BlockInput[];
  readonly form: FormInput;
}

export interface EBooksProps extends ListPlace, ListSurroundings {
  readonly title: string;
  readonly subtitle: string | null;
  readonly cards: readonly CardInput[];
}

export interface EBookProps {
  readonly title: string;
  readonly description: string | null;
  readonly image: ImageInput | null;
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  readonly content: readonly BlockInput[];
  readonly related: readonly CardInput[];
  readonly form: FormInput;
}

export interface PageConstructorProps {
  readonly title: string;
  readonly subtitle: string | null;
  readonly content: readonly BlockInput[];
}

export interface BlogProps extends ListPlace, ListSurroundings {
  readonly title: string;
  readonly subtitle: string | null;
  /** Only on page 1, and never among the cards. */
  readonly hero: CardInput | null;
  readonly cards: readonly CardInput[];
  /** Categories of the list, in order of first use. */
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  /** Null only where the blog's first page gave way to a redirect. */
  readonly feedHref: string | null;
}

export interface ArticleProps {
  readonly title: string;
  readonly description: string | null;
  readonly image: ImageInput | null;
  readonly author: string | null;
  /** ISO 8601. */
  readonly date: string | null;
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  readonly content: readonly BlockInput[];
  readonly related: readonly CardInput[];
  readonly form: FormInput | null;
}

export interface LandingProps {
  readonly title: string;
  readonly subtitle: string | null;
  readonly image: ImageInput | null;
  readonly content: readonly BlockInput[];
  readonly form: FormInput | null;
}

export interface DemoProps {
  /** From the `demo` entry where there is one, else the template's words. */
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly image: ImageInput | null;
  readonly content: readonly BlockInput[];
  readonly sections: readonly SectionInput[];
  readonly form: FormInput;
}

export interface SuccessProps {
  /** Page of the registry: chooses the words. */
  readonly page: string;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly homeHref: string;
}

export interface ErrorProps {
  readonly status: 404 | 500;
  /** A fault that the preview names; the status has a message of its own. */
  readonly message?: string;
  readonly homeHref: string;
  /** Home of each locale: the root 404 offers them all without JavaScript. */
  readonly homes: readonly { readonly href: string; readonly label: string; readonly languageTag: string }[];
}

/** Props by template, all of them JSON. */
export interface PropsByTemplate {
  readonly home: HomeProps;
  readonly blog: BlogProps;
  readonly article: ArticleProps;
  readonly landing: LandingProps;
  readonly demo: DemoProps;
  readonly success: SuccessProps;
  readonly error: ErrorProps;
  readonly product: MarketingProps;
  readonly 'use-case': UseCaseProps;
  readonly pricing: PricingProps;
  readonly clients: ClientsProps;
  readonly careers: CareersProps;
  readonly about: AboutProps;
  readonly contacts: ContactsProps;
  readonly integrations: MarketingProps;
  readonly 'slack-integration': MarketingProps;
  readonly research: MarketingProps;
  readonly trends: MarketingProps;
  readonly referral: MarketingProps;
  readonly 'ambassadors-program': MarketingProps;
  readonly newmr: MarketingProps;
  readonly name: MarketingProps;
  readonly academy: FormPageProps;
  readonly benchmarks: FormPageProps;
  readonly 'data-subject-access-optout-request': FormPageProps;
  readonly report: WordsPageProps;
  readonly cxua: WordsPageProps;
  readonly giftbag: WordsPageProps;
  readonly 'social-listening-dashboards': WordsPageProps;
  readonly legal: LegalProps;
  readonly webinars: WebinarsProps;
  readonly webinar: WebinarProps;
  readonly 'e-books': EBooksProps;
  readonly 'e-book': EBookProps;
  readonly 'page-constructor': PageConstructorProps;
}

/** `<head>` as data, every URL absolute and final. */
export interface HeadInput {
  readonly title: string;
  readonly description: string | null;
  /** Null on error pages, which have no address of their own. */
  readonly canonical: string | null;
  readonly isIndexable: boolean;
  /** hreflang links, the page itself and `x-default` among them; empty where the page kind has none. */
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly openGraph: {
    readonly type: 'website' | 'article';
    /** language_TERRITORY of the page's language; null where its territory is not known. */
    readonly locale: string | null;
    readonly localeAlternates: readonly string[];
    /** The page's own; null where all pages have one. */
    readonly image: ShareImageInput | null;
    /** ISO 8601; articles only. */
    readonly publishedTime: string | null;
    readonly modifiedTime: string | null;
  };
  readonly previousHref: string | null;
  readonly nextHref: string | null;
}

/** A picture for social networks. */
interface ShareImageInput {
  /** Absolute. */
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** What pages have in common around their own: one value for the pages of a locale, layout and language. */
export interface SiteInput {
  readonly origin: string;
  /** Who publishes the site: its brand. */
  readonly organization: { readonly name: string; readonly legalName: string; readonly sameAs: readonly string[] };
  /** Root-relative hashed files. */
  readonly icon: string;
  readonly stylesheets: readonly string[];
  /** The font's file for the page's script; null where it has none for it. */
  readonly font: string | null;
  readonly script: string;
  readonly feed: { readonly href: string; readonly title: string } | null;
  readonly languages: readonly LanguageInput[];
  /** An image whose address begins with it has one that parsing leaves as it is; null where none is known. */
  readonly imageOrigin: string | null;
  /** Of pages that have none of their own. */
  readonly shareImage: ShareImageInput | null;
  /** Content-Security-Policy as `<meta>`: hosts without headers have no other; null where the host sends the header. */
  readonly contentSecurityPolicy: string | null;
}

/** A language of the site as the language switcher names it. */
export interface LanguageInput {
  readonly locale: string;
  readonly languageTag: string;
  /** The language's own name. */
  readonly label: string;
  /** Whether it is that of the page's locale. */
  readonly isCurrent: boolean;
}

/** Where the links of the language switcher lead: one a language of the site, in their order, the page's own included. */
export interface SwitcherInput {
  /** Empty for a language that is left out. */
  readonly hrefs: readonly string[];
  /** The same page, or its nearest substitute, which the accessible name must mention; `none` for a language that is left out. */
  readonly targets: readonly ('same-page' | 'list' | 'home' | 'none')[];
}

/** A banner of a global: pictures for wide and narrow screens, and where they lead. */
export interface BannerInput {
  readonly href: string | null;
  readonly isOuter: boolean;
  readonly alt: string;
  readonly desktopImage: ImageInput;
  readonly mobileImage: ImageInput | null;
}

/** Everything that header, footer and banner depend on: nothing of the page itself. */
export interface ChromeInput {
  readonly locale: string;
  readonly languageTag: string;
  readonly layout: Layout;
  /** Header group that the page belongs to. */
  readonly activeGroup: string | null;
  readonly brand: string;
  readonly legalName: string;
  readonly homeHref: string;
  readonly menu: readonly MenuGroupInput[];
  readonly footer: readonly MenuGroupInput[];
  readonly socialLinks: readonly LinkInput[];
  /** Route of the demo page or the id of the last form (`#…`); null where there is neither. */
  readonly demoHref: string | null;
  /** Null on landing pages. */
  readonly signInHref: string | null;
  readonly banner: BannerInput | null;
  /** Year in the copyright line, from the clock. */
  readonly year: number;
  /** Settings of the scripts of the page. */
  readonly client: ClientConfig;
}

/** A menu group with the captions of the locale; it has items, or a link of its own. */
export interface MenuGroupInput {
  readonly id: string;
  readonly label: string;
  readonly link: LinkInput | null;
  readonly items: readonly (LinkInput & { readonly id: string; readonly description: string | null })[];
  readonly promo: {
    readonly title: string;
    readonly quote: string;
    readonly description: string;
    readonly link: LinkInput;
    readonly image: ImageInput;
  } | null;
}

/** One template with its props. */
export type TemplateInput = {
  readonly [T in keyof PropsByTemplate]: { readonly template: T; readonly props: PropsByTemplate[T] };
}[keyof PropsByTemplate];

/** All that one page shows. */
export type PageInput = TemplateInput & {
  /** Route name with its locale suffix: `blog-slug___ua`. */
  readonly routeName: string;
  readonly locale: string;
  /** The page's own language: its entry's, else its locale's. */
  readonly languageTag: string;
  /** The language of the locale's words and of the dates beside them. */
  readonly wordsLanguageTag: string;
  readonly layout: Layout;
  readonly head: HeadInput;
  readonly site: SiteInput;
  /** Home first, this page last. `languageTag`: the language of the name, a word of the locale or the title of an entry. */
  readonly breadcrumbs: readonly { readonly name: string; readonly href: string; readonly languageTag: string }[];
  readonly switcher: SwitcherInput;
  /** Final href by href as an editor wrote it, for the links of rich text that change. */
  readonly finalHrefs: Readonly<Record<string, string>>;
  /** Images of rich text by their source as an editor wrote it. */
  readonly richImages: Readonly<Record<string, ImageInput>>;
};

/** ICU messages by key, of the groups that a template reads. */
export type WordsInput = Readonly<Record<string, string>>;

/** Header, footer and banner: the page's own parts go between `top` and `afterSwitcher`, and before `bottom`. */
export interface ChromeFragment {
  /** From the start of `<body>` to the slot of the language switcher. */
  readonly top: string;
  /** From that slot to the page's `<main>`. */
  readonly afterSwitcher: string;
  /** From the page's `</main>` to the end of `<body>`. */
  readonly bottom: string;
}

/** The own parts of a page, which go around the three of its chrome. */
export interface PageParts {
  /** From the doctype to the start of `<body>`. */
  readonly head: string;
  readonly switcher: string;
  readonly main: string;
  readonly end: string;
  /** The JSON-LD in the head, as data. */
  readonly structuredData: unknown;
}

/** What the bundle's `createTemplates` hands to the build. */
export interface TemplateBundle {
  /** Header, footer and banner of one distinct ChromeInput. Ids start with `idPrefix`. */
  renderChrome(chrome: ChromeInput, words: WordsInput, idPrefix: string): ChromeFragment;
  /** A whole document, `<!doctype html>` first. */
  renderPage(input: PageInput, shared: { readonly chrome: ChromeFragment; readonly words: WordsInput }): string;
  /** The page's own parts of the document, with the chrome's to come between them. */
  renderPageParts(input: PageInput, words: WordsInput, wordsOfChrome: WordsInput): PageParts;
  /** Of a page that fails: the components around the one that does, innermost first. Null where the page's own part renders. */
  traceFailure(input: PageInput, words: WordsInput): Promise<string | null>;
}
