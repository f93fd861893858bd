// The input of the peers: planned pages as JSON. Keys are single words in lower case, because Hugo converts the keys of front matter
// to lower case.

/** An image with final URLs. */
export interface PlannedImage {
  readonly src: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A time (ISO 8601), and its text in the language of the page. */
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

/** The head of a page without `SharedParts`. */
export interface PlannedHead {
  readonly title: string;
  readonly description: string | null;
  readonly robots: string | null;
  readonly canonical: string | null;
  readonly alternates: readonly { readonly language: string; readonly href: string }[];
  readonly type: string;
  readonly locales: readonly string[];
  readonly image: Omit<PlannedImage, 'src'> & { readonly url: string };
  readonly published: string | null;
  readonly modified: string | null;
  /** The JSON-LD graph, escaped for HTML. */
  readonly graph: string;
}

/** The content of an article. */
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

/** The content of a page of the blog. */
export interface PlannedList {
  readonly title: string;
  readonly text: string | null;
  readonly hero: PlannedCard | null;
  readonly cards: readonly PlannedCard[];
  readonly categories: readonly string[];
  readonly feed: string | null;
  /** Null if the list has one page. */
  readonly pager: { readonly here: string; readonly previous: string | null; readonly next: string | null } | null;
}

/** A page. Only one of `article`, `list` and `main` is set, as `template` says. */
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
  /** Sanitized HTML: the text of an article, or the whole `<main>` of other pages. */
  readonly html: string;
}

/** A planned page of each kind and messages, for tools that plan the pages of a locale themselves. */
export interface LocalePattern {
  /** Handle in the content service. */
  readonly site: string;
  readonly article: PlannedPage;
  /** The first page of the list. */
  readonly list: PlannedPage;
  readonly words: {
    /** The language of dates, which is not always that of the page. */
    readonly dates: string;
    readonly contents: string;
    readonly share: string;
    /** With `{network}`. */
    readonly shareOn: string;
    readonly shareByEmail: string;
    readonly opensInNewTab: string;
    readonly neighbours: string;
    readonly older: string;
    readonly newer: string;
    readonly feedTitle: string;
    readonly listPage: string;
    /** With `{title}` and `{page}`. */
    readonly titleOfPage: string;
    /** With `{page}` and `{lastPage}`. */
    readonly pageOf: string;
    /** For one minute, two, and so on. */
    readonly reading: readonly string[];
  };
}

/** An element of the head without text. */
interface SharedTag {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The shared parts of many pages, as HTML, since tools render them once. */
export interface SharedParts {
  /** Elements of the head, as data and as HTML. */
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
