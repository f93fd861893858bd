// The input of a page: everything that the page shows, as JSON. The build creates it and templates render it. A page is a pure
// function of its input and of the shared values.

import type { ClientConfig } from '../client/client-config.ts';
import type { Layout } from '../config/pages.ts';
import type { ThirdPartyId } from '../config/third-parties.ts';
import type { FormKind } from '../content/blocks.ts';
import type { CardFields } from '../content/collections.ts';
import type { ScreenId } from '../content/screens.ts';
import type { TemplateId } from './template-ids.ts';

/** An image with final URLs and its size. */
export interface ImageInput {
  readonly src: string;
  readonly alt: string;
  /** Pixels; null if unknown. */
  readonly width: number | null;
  readonly height: number | null;
  readonly srcset: string | null;
  /** Alternatives in order of preference. */
  readonly sources: readonly ImageSourceInput[];
  /** Another picture, for small screens. */
  readonly small?: ImageInput;
}

/** A `<source>` of an image: a better format, or a still for reduced motion. */
interface ImageSourceInput {
  readonly type: string;
  readonly srcset: string;
  readonly media: string | null;
}

/** A figure as texts write it, and where it comes from: source, sample and date; null if that is not known. */
export interface FigureInput {
  readonly figure: string;
  readonly source: string | null;
}

/** A link with its final href. `isOuter` opens a new tab. */
export interface LinkInput {
  readonly label: string;
  readonly href: string;
  readonly isOuter: boolean;
}

/** An entry in a list. */
export interface CardInput {
  readonly slug: string;
  readonly title: string;
  readonly href: string;
  readonly description: string | null;
  readonly image: ImageInput | null;
  /** ISO 8601. */
  readonly date: string | null;
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  /** BCP 47: language of the entry. */
  readonly languageTag: string;
  /** Webinars only. ISO 8601: start of the event; null if it is not set. */
  readonly startsAt?: string | null;
  /** Webinars only: whether it is upcoming. */
  readonly isCurrent?: boolean;
  readonly fields: CardFields;
}

/** Fields that an editor can add to a form, in their order. Only a choice is required. */
export const ASKED_FIELDS = ['choice', 'message', 'link', 'preferred_time'] as const;

/** A form. Posts to `action`, also without JavaScript, and leads to `successHref`. */
export interface FormInput {
  /** Unique on the page. On landing pages, the demo button leads to it. */
  readonly id: string;
  readonly kind: FormKind;
  readonly action: string;
  readonly successHref: string;
  /** The privacy policy; null if the locale has none. */
  readonly privacyHref: string | null;
  readonly title: string | null;
  readonly text: string | null;
  readonly button: string | null;
  readonly asked: readonly {
    readonly name: (typeof ASKED_FIELDS)[number];
    readonly label: string;
    readonly choices?: readonly string[];
  }[];
  /** BCP 47: language of title, text, button and labels of the asked fields; null if it is that of the page. */
  readonly languageTag: string | null;
}

/** A block of content with resolved images. `html` is not sanitized: only `RichText` may print it. */
export type BlockInput =
  | { readonly type: 'text'; readonly html: string }
  | { readonly type: 'image'; readonly image: ImageInput; readonly caption: string | null }
  | { readonly type: 'gallery'; readonly images: readonly ImageInput[] }
  | { readonly type: 'quote'; readonly quote: string; readonly author: string | null; readonly position: string | null }
  | { readonly type: 'cta'; readonly link: LinkInput; readonly text: string | null }
  | {
      readonly type: 'embed';
      readonly provider: 'instagram' | 'reddit' | 'twitter' | 'forms' | 'copyright-badge';
      /** Link of the placeholder; null if there is none. */
      readonly href: string | null;
      readonly formId: string | null;
      readonly caption: string | null;
    }
  | { readonly type: 'form'; readonly form: FormInput }
  | {
      readonly type: 'data_use';
      readonly asksConsent: boolean;
      /** Services of others with the host that they load from. */
      readonly services: readonly { readonly id: ThirdPartyId | 'geo'; readonly host: string }[];
    }
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
      /** Source, sample and date of its figures. */
      readonly source: string | null;
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

/** A price with what it is for: "€490", "a month, billed yearly". */
export interface PriceInput {
  readonly value: string;
  readonly period: string | null;
}

/** A plan: an item with its price in one or two periods. */
export interface PlanInput extends SectionItemInput {
  readonly badge: string | null;
  readonly period: string | null;
  /** The price in the second period of billing; null if there is none. */
  readonly otherPrice: PriceInput | null;
  /** Mentions a month that the plan covers, as stops of the slider. */
  readonly volumes: readonly string[];
}

/** An item of a section: a feature, a step, a figure, a plan. */
export interface SectionItemInput {
  readonly title: string;
  /** Unsanitized HTML: only `RichText` may print it. */
  readonly text: string | null;
  /** A figure or a price, as text. */
  readonly value: string | null;
  readonly image: ImageInput | null;
  /** A product screen, whose corner is shown. */
  readonly screen: ScreenId | null;
  readonly link: LinkInput | null;
  /** Short lines, such as the features of a plan. */
  readonly points: readonly string[];
}

/** A person of the team, or a speaker. */
export interface PersonInput {
  readonly name: string;
  readonly position: string | null;
  readonly department: string | null;
  readonly photo: ImageInput | null;
  readonly bio: string | null;
  /** BCP 47: language of the texts. */
  readonly languageTag: string;
}

/** A client with its industries. */
export interface ClientInput {
  readonly name: string;
  readonly industries: readonly { readonly slug: string; readonly title: string }[];
  readonly description: string | null;
  readonly logo: ImageInput | null;
  readonly quote: string | null;
  readonly quoteAuthor: string | null;
  readonly portrait: ImageInput | null;
  /** What they found: "64 photos", "of one cracked tile". */
  readonly figure: { readonly value: string; readonly label: string | null; readonly source: string | null } | null;
  readonly link: LinkInput | null;
  /** Null if one of its three parts is missing. The figure of what they found is that of the client. */
  readonly story: StoryInput | null;
}

/** What a client did not know, found and changed. */
export interface StoryInput {
  /** Unique on the page. */
  readonly id: string;
  readonly before: StoryPartInput;
  readonly found: StoryPartInput;
  readonly changed: StoryPartInput;
  readonly screen: ScreenId | null;
  /** Lines such as "19:02: My phone has gone on holiday." */
  readonly posts: readonly string[];
}

interface StoryPartInput {
  readonly text: string;
  readonly figure: string | null;
}

/** A part of a telephone text as typed: a number with its `tel:` link, or what is between numbers. */
export interface PhonePart {
  readonly text: string;
  readonly href: string | null;
}

/** An office. */
export interface OfficeInput {
  readonly title: string;
  readonly city: string | null;
  readonly country: string | null;
  readonly address: string | null;
  /** Its telephone numbers; empty if there are none. */
  readonly phones: readonly PhonePart[];
  readonly email: string | null;
  /** In which it answers. */
  readonly languages: string | null;
  /** Its door. */
  readonly photo: ImageInput | null;
  /** In degrees. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  /** Times of day on weekdays, such as '09:00'. */
  readonly hours: { readonly opens: string; readonly closes: string } | null;
  /** IANA. */
  readonly timeZone: string | null;
}

/** A question with its answer, which is unsanitized HTML. */
export interface QuestionInput {
  readonly question: string;
  readonly answer: string;
}

/** One variant per kind, so that TypeScript can discriminate by kind. */
type Each<K extends string, Shape> = K extends string ? { readonly kind: K } & Shape : never;

/** The content of a section below its heading. The build omits empty sections. */
export type SectionBody =
  | Each<'text', unknown>
  | Each<'quote' | 'cta', { readonly screen: ScreenId | null }>
  | { readonly kind: 'split'; readonly points: readonly string[]; readonly screen: ScreenId | null }
  | { readonly kind: 'screen'; readonly screen: ScreenId }
  | Each<'features' | 'steps' | 'logos' | 'directory' | 'jobs', { readonly items: readonly SectionItemInput[] }>
  /** `source`: source, sample and date of the figures. */
  | {
      readonly kind: 'stats';
      readonly items: readonly SectionItemInput[];
      readonly source: string | null;
      readonly screen: ScreenId | null;
    }
  | {
      readonly kind: 'plans';
      readonly items: readonly PlanInput[];
      /** Names of two billing periods for the switch; else empty. */
      readonly billing: readonly string[];
    }
  | { readonly kind: 'comparison'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'form'; readonly form: FormInput; readonly screen: ScreenId | null }
  | { readonly kind: 'faq'; readonly questions: readonly QuestionInput[] }
  | { readonly kind: 'clients'; readonly clients: readonly ClientInput[] }
  | { readonly kind: 'team'; readonly people: readonly PersonInput[] }
  | { readonly kind: 'offices'; readonly offices: readonly OfficeInput[] }
  | { readonly kind: 'articles'; readonly articles: readonly CardInput[] }
  | { readonly kind: 'content'; readonly blocks: readonly BlockInput[] };

/** A section of a page. `text` is unsanitized HTML: only `RichText` may print it. */
export type SectionInput = SectionBody & {
  /** Its kind, on the first section of a kind: `jobs`, for links to `#jobs`. */
  readonly id: string | null;
  readonly title: string | null;
  readonly text: string | null;
  readonly image: ImageInput | null;
  readonly link: LinkInput | null;
};

/** The parts of all marketing pages: an opening, sections in the order of the editor, and free content. */
export interface MarketingProps {
  readonly title: string;
  readonly subtitle: string | null;
  readonly image: ImageInput | null;
  /** Shown instead of the image. */
  readonly screen: ScreenId | null;
  readonly link: LinkInput | null;
  /** A quiet button next to the link. */
  readonly secondLink: LinkInput | null;
  readonly content: readonly BlockInput[];
  readonly sections: readonly SectionInput[];
}

/** A page that needs no entry. An entry can add content and replace the title. */
export interface WordsPageProps extends Omit<MarketingProps, 'title'> {
  /** Row of config/pages.ts: selects the messages if several pages share a template. */
  readonly page: string;
  readonly title: string | null;
  readonly form: FormInput;
}

export interface HomeProps extends MarketingProps {
  /** Newest articles; `blogHref` is null if the locale has no blog. */
  readonly articles: readonly CardInput[];
  readonly blogHref: string | null;
  readonly clients: readonly ClientInput[];
}

/** A page to go on with: a row of config/pages.ts, and a line about it. */
export type NextInput = LinkInput & { readonly page: string; readonly description: string | null };

export interface UseCaseProps extends MarketingProps {
  /** Two to go on with, each with a picture of it. */
  readonly next: readonly (NextInput & { readonly screen: ScreenId })[];
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

/** A page with one form: academy, benchmarks, the data subject request. */
export interface FormPageProps extends MarketingProps {
  readonly form: FormInput;
}

export interface LegalProps {
  /** Row of config/pages.ts: selects the messages if there is no entry. */
  readonly page: string;
  readonly title: string | null;
  readonly subtitle: string | null;
  /** ISO 8601: last change of the text. */
  readonly updated: string | null;
  readonly content: readonly BlockInput[];
  readonly sections: readonly SectionInput[];
}

/** Page number and links of a list page. */
interface ListPlace {
  /** 1-based. */
  readonly pageNumber: number;
  readonly lastPage: number;
  readonly previousHref: string | null;
  readonly nextHref: string | null;
}

/** Content around a list, only on its first page. */
type ListSurroundings = Pick<MarketingProps, 'image' | 'screen' | 'link' | 'secondLink' | 'content' | 'sections'>;

export interface WebinarsProps extends ListPlace, ListSurroundings {
  readonly title: string;
  readonly subtitle: string | null;
  /** Only on page 1. */
  readonly current: readonly CardInput[];
  readonly previous: readonly CardInput[];
}

export interface WebinarProps {
  readonly title: string;
  readonly description: string | null;
  readonly image: ImageInput | null;
  /** ISO 8601. */
  readonly startsAt: string | null;
  readonly fields: CardFields;
  /** Whether it is upcoming (registration) or past (recording). */
  readonly isCurrent: boolean;
  /** The event as a file for calendars; null without a time, or if it is over. */
  readonly calendarHref: string | null;
  readonly agenda: readonly { readonly time: string | null; readonly title: string }[];
  readonly speakers: readonly PersonInput[];
  readonly content: readonly BlockInput[];
  readonly related: readonly CardInput[];
  readonly form: FormInput;
}

export interface EBooksProps extends ListPlace, ListSurroundings {
  readonly title: string;
  readonly subtitle: string | null;
  readonly cards: readonly CardInput[];
  /** Categories of the list, in order of first use. */
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
}

export interface EBookProps {
  readonly title: string;
  readonly description: string | null;
  readonly image: ImageInput | null;
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  readonly content: readonly BlockInput[];
  readonly author: PersonInput | null;
  /** How many pages the book has. */
  readonly pages: number | null;
  readonly chapters: readonly { readonly page: string | null; readonly title: string }[];
  /** A page of the book. Unsanitized HTML: only `RichText` may print it. */
  readonly sample: { readonly html: string; readonly page: number | null; readonly screen: ScreenId | null } | null;
  readonly fields: CardFields;
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
  /** Only on page 1, and not among the cards. */
  readonly hero: CardInput | null;
  readonly cards: readonly CardInput[];
  /** Categories of the list, in order of first use. */
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  /** Null if the first page of the blog is redirected. */
  readonly feedHref: string | null;
  /** The page where a visitor whose search finds nothing can ask; null if the locale has none. */
  readonly askHref: string | null;
}

/** A link to the article before or after one. */
export type NeighbourInput = Pick<CardInput, 'title' | 'href' | 'languageTag'>;

export interface ArticleProps {
  readonly title: string;
  readonly description: string | null;
  readonly image: ImageInput | null;
  readonly author: PersonInput | null;
  /** ISO 8601. */
  readonly date: string | null;
  /** ISO 8601: last change, if it was on a later day than the date. */
  readonly updated: string | null;
  /** Absolute address, for links that share the article. */
  readonly url: string;
  /** The articles around it in the blog. */
  readonly newer: NeighbourInput | null;
  readonly older: NeighbourInput | null;
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  readonly content: readonly BlockInput[];
  readonly fields: CardFields;
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
  /** From the `demo` entry; null for the default message. */
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly image: ImageInput | null;
  readonly screen: ScreenId | null;
  readonly content: readonly BlockInput[];
  readonly sections: readonly SectionInput[];
  readonly form: FormInput;
}

export interface SuccessProps {
  /** Row of config/pages.ts: selects the messages. */
  readonly page: string;
  readonly title: string | null;
  readonly subtitle: string | null;
  /** The person who answers; without a screen any picture. */
  readonly image: ImageInput | null;
  /** What comes next. */
  readonly screen: ScreenId | null;
  readonly homeHref: string;
  readonly sections: readonly SectionInput[];
  /** One of the newest articles of the blog, on each of these pages another. */
  readonly article: CardInput | null;
  /** Pages to go on with. */
  readonly next: readonly NextInput[];
}

export interface ErrorProps {
  readonly status: 404 | 500;
  /** Error message of the preview; replaces that of the status. */
  readonly message?: string;
  readonly homeHref: string;
  /** The blog, which has a search; null if the locale has none. */
  readonly blogHref: string | null;
  readonly popular: readonly NextInput[];
  /** Home page of each locale, for the root 404 without JavaScript. */
  readonly homes: readonly { readonly href: string; readonly label: string; readonly languageTag: string }[];
}

/** Props of a template without props of its own: the usual fields of an entry. */
export interface EntryProps {
  readonly title: string;
  /** `short_description` or `subtitle`. */
  readonly description: string | null;
  readonly image: ImageInput | null;
  /** ISO 8601; null without a date of its own. */
  readonly date: string | null;
  readonly content: readonly BlockInput[];
  /** All fields of the entry as checked, for texts that only this template shows. HTML in them is not safe. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Props by template, as JSON. */
export type PropsByTemplate = OwnProps & { readonly [T in Exclude<TemplateId, keyof OwnProps>]: EntryProps };

/** Templates with props of their own. */
export interface OwnProps {
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

/** The data of `<head>`, with absolute, final URLs. */
export interface HeadInput {
  readonly title: string;
  readonly description: string | null;
  /** Null for error pages. */
  readonly canonical: string | null;
  readonly isIndexable: boolean;
  /** hreflang links, with the page itself and `x-default`. */
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly openGraph: {
    readonly type: 'website' | 'article';
    /** language_TERRITORY of the page; null if the territory is unknown. */
    readonly locale: string | null;
    readonly localeAlternates: readonly string[];
    /** The image of the page; null if all pages share one. */
    readonly image: ShareImageInput | null;
    /** ISO 8601; articles only. */
    readonly publishedTime: string | null;
    readonly modifiedTime: string | null;
  };
}

/** A picture for social networks. */
export interface ShareImageInput {
  /** Absolute. */
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Shared by all pages of a locale, layout and language. */
export interface SiteInput {
  readonly origin: string;
  /** The publisher of the site. */
  readonly organization: { readonly name: string; readonly legalName: string; readonly sameAs: readonly string[] };
  /** Root-relative hashed files. */
  readonly icons: { readonly svg: string; readonly png: string; readonly touch: string; readonly manifest: string };
  readonly stylesheets: readonly string[];
  /** Font file for the script of the page; null if there is none. */
  readonly font: string | null;
  readonly script: string;
  readonly feed: { readonly href: string; readonly title: string } | null;
  readonly languages: readonly LanguageInput[];
  /** URLs of images with this prefix need no parsing; null if there is none. */
  readonly imageOrigin: string | null;
  /** For pages without their own image. */
  readonly shareImage: ShareImageInput | null;
  /** Content-Security-Policy as `<meta>`, for hosts without headers; null if the host sends the header. */
  readonly contentSecurityPolicy: string | null;
}

/** A language in the language switcher. */
export interface LanguageInput {
  readonly locale: string;
  readonly languageTag: string;
  /** Name in the language itself. */
  readonly label: string;
  /** Whether it is the language of the locale of the page. */
  readonly isCurrent: boolean;
}

/** The targets of the language switcher for all languages of the site, in order. */
export interface SwitcherInput {
  /** '' for an omitted language. */
  readonly hrefs: readonly string[];
  /** The same page, or a substitute, which the accessible name mentions; `none` for an omitted language. */
  readonly targets: readonly ('same-page' | 'list' | 'home' | 'none')[];
}

/** A banner of a global: pictures for wide and narrow screens, and a link. */
export interface BannerInput {
  readonly href: string | null;
  readonly isOuter: boolean;
  readonly alt: string;
  readonly desktopImage: ImageInput;
  readonly mobileImage: ImageInput | null;
}

/** The input of header, footer and banner, without data of the page. */
export interface ChromeInput {
  readonly locale: string;
  readonly languageTag: string;
  readonly layout: Layout;
  /** Header group of the page. */
  readonly activeGroup: string | null;
  readonly brand: string;
  readonly legalName: string;
  readonly homeHref: string;
  readonly menu: readonly MenuGroupInput[];
  readonly footer: readonly MenuGroupInput[];
  readonly socialLinks: readonly LinkInput[];
  /** The first office of the locale. */
  readonly office: OfficeInput | null;
  /** The home page of every locale. */
  readonly homes: readonly (Pick<LanguageInput, 'label' | 'languageTag' | 'isCurrent'> & { readonly href: string })[];
  /** The demo page, or the id of the last form (`#…`); null if there is neither. */
  readonly demoHref: string | null;
  /** Null on landing pages. */
  readonly signInHref: string | null;
  readonly banner: BannerInput | null;
  /** The page about cookies, else the privacy policy; null if the locale has neither. */
  readonly policyHref: string | null;
  /** Year in the copyright line, from the clock of the build. */
  readonly year: number;
  /** Settings of the scripts of the page. */
  readonly client: ClientConfig;
}

/** A menu group with labels of the locale. It has items or a link. */
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

/** The input of a page. */
export type PageInput = TemplateInput & {
  /** Name of the route with its locale: `blog-slug___ua`. */
  readonly routeName: string;
  readonly locale: string;
  /** Language of the entry, else of the locale. */
  readonly languageTag: string;
  /** BCP 47: language of the locale, in which header, footer and what pages share are. */
  readonly localeLanguageTag: string;
  /** Language of messages and dates. */
  readonly wordsLanguageTag: string;
  readonly layout: Layout;
  readonly head: HeadInput;
  readonly site: SiteInput;
  /** From the home page to this page. `languageTag` is the language of the name. */
  readonly breadcrumbs: readonly { readonly name: string; readonly href: string; readonly languageTag: string }[];
  readonly switcher: SwitcherInput;
  /** Final hrefs of links in rich text that change, by the href in the content. */
  readonly finalHrefs: Readonly<Record<string, string>>;
  /** Images of rich text by their source in the content. */
  readonly richImages: Readonly<Record<string, ImageInput>>;
  /** The figures of its texts whose sources are known. */
  readonly figures: readonly FigureInput[];
};

/** ICU messages by key, of the groups of a template. */
export type WordsInput = Readonly<Record<string, string>>;

/** Header, footer and banner. The switcher goes between `top` and `afterSwitcher`, `<main>` before `bottom`. */
export interface ChromeFragment {
  /** From the start of `<body>` to the language switcher. */
  readonly top: string;
  /** From the language switcher to `<main>`. */
  readonly afterSwitcher: string;
  /** From `</main>` to the end of `<body>`. */
  readonly bottom: string;
}

/** An element of the head. `text` is escaped when printed; `json` is printed as a data block. */
export interface HeadTag {
  readonly tag: 'meta' | 'link' | 'title' | 'script';
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly json?: unknown;
}

/** The parts of a page without its chrome. */
export interface PageParts {
  /** From the doctype to the start of `<body>`. */
  readonly head: string;
  readonly switcher: string;
  readonly main: string;
  readonly end: string;
  readonly languageTag: string;
  /** The elements of the head. */
  readonly headTags: readonly HeadTag[];
}

/** What all cards of a list share. */
export interface CardShared {
  readonly words: WordsInput;
  /** BCP 47. */
  readonly languageTag: string;
  readonly brand: string;
}

/** The functions of the template bundle. */
export interface TemplateBundle {
  /** Renders header, footer and banner. Ids start with `idPrefix`. */
  renderChrome(chrome: ChromeInput, words: WordsInput, idPrefix: string): ChromeFragment;
  /** Renders a whole document. */
  renderPage(input: PageInput, shared: { readonly chrome: ChromeFragment; readonly words: WordsInput }): string;
  /** Renders a card as the pages of its list show it, in the language of the locale. */
  renderCard(card: CardInput, shared: CardShared): string;
  /** Renders the parts of a page without its chrome. */
  renderPageParts(input: PageInput, words: WordsInput, wordsOfChrome: WordsInput): PageParts;
}
