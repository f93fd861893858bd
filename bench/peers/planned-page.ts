// The input of the peers: the pages of the bench site as sitegen planned them, as JSON. Keys are single lower-case
// words, because Hugo lowers the case of front matter's keys.

/** An image, every URL final. */
export interface PlannedImage {
  readonly src: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A moment (ISO 8601) and how the page's language writes it. */
export interface PlannedDate {
  readonly moment: string;
  readonly text: string;
}

/** An entry in a list. */
export interface PlannedCard {
  readonly title: string;
  readonly href: string;
  readonly text: string | null;
  readonly date: PlannedDate | null;
  readonly image: PlannedImage | null;
  readonly categories: readonly string[];
}

/** What differs between the heads of two pages; what does not is in `SharedParts`. */
export interface PlannedHead {
  readonly title: string;
  readonly description: string | null;
  readonly robots: string | null;
  readonly canonical: string | null;
  readonly alternates: readonly { readonly language: string; readonly href: string }[];
  readonly previous: string | null;
  readonly next: string | null;
  readonly type: string;
  readonly locales: readonly string[];
  readonly image: Omit<PlannedImage, 'src'> & { readonly url: string };
  readonly published: string | null;
  readonly modified: string | null;
  /** The JSON-LD graph, escaped for a script element. */
  readonly graph: string;
}

/** An article's own part. */
export interface PlannedArticle {
  readonly title: string;
  readonly text: string | null;
  readonly author: string | null;
  readonly date: PlannedDate | null;
  readonly reading: string | null;
  readonly image: PlannedImage | null;
  readonly categories: readonly string[];
  readonly related: readonly PlannedCard[];
}

/** The own part of a page of the blog's list. */
export interface PlannedList {
  readonly title: string;
  readonly text: string | null;
  readonly hero: PlannedCard | null;
  readonly cards: readonly PlannedCard[];
  readonly categories: readonly string[];
  readonly feed: string | null;
  /** Null where the list has one page. */
  readonly pager: { readonly here: string; readonly previous: string | null; readonly next: string | null } | null;
}

/** One page. Of `article`, `list` and `main` exactly one is set, the one that `template` names. */
export interface PlannedPage {
  readonly template: 'article' | 'list' | 'ready';
  /** Relative to the output folder. */
  readonly file: string;
  /** Decoded site path. */
  readonly path: string;
  readonly language: string;
  readonly route: string;
  /** Key of its `SharedParts`. */
  readonly shared: string;
  readonly head: PlannedHead;
  readonly switcher: {
    readonly label: string;
    readonly items: readonly {
      readonly language: string;
      readonly label: string;
      readonly href: string;
      readonly current: boolean;
      readonly note: string;
    }[];
  } | null;
  readonly breadcrumbs: readonly { readonly name: string; readonly href: string }[];
  readonly article: PlannedArticle | null;
  readonly list: PlannedList | null;
  /** Sanitised HTML: the text of an article, or the whole `<main>` of a page that is neither article nor list. */
  readonly html: string;
}

/** One planned page of each kind, for tools that plan such pages of a locale themselves, and words that they need. */
export interface LocalePattern {
  /** Its name in the content service. */
  readonly site: string;
  readonly article: PlannedPage;
  /** The first page of the list. */
  readonly list: PlannedPage;
  readonly words: {
    readonly contents: string;
    readonly listPage: string;
    /** With `{title}` and `{page}`. */
    readonly titleOfPage: string;
    /** With `{page}` and `{lastPage}`. */
    readonly pageOf: string;
    /** For one minute, two, and so on. */
    readonly reading: readonly string[];
  };
}

/** An element of a head without a text. */
interface SharedTag {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** What many pages have in common: given as bytes, since every tool that can renders it once. */
export interface SharedParts {
  /** Elements of the head, and the same as HTML. */
  readonly tags: readonly SharedTag[];
  readonly head: string;
  /** From `<body>` to the language switcher, from there to `<main>`, from `</main>` to `</body>`. */
  readonly top: string;
  readonly middle: string;
  readonly bottom: string;
  readonly words: Readonly<
    Record<
      | 'breadcrumbs'
      | 'categories'
      | 'related'
      | 'featured'
      | 'articles'
      | 'pagination'
      | 'newer'
      | 'older'
      | 'feed'
      | 'empty',
      string
    >
  >;
}
