// Rules for a single page: address, language, headings, title and description, sharing, images, structured data.

import { SEO_TITLE_MAX_LENGTH } from '../../../config/constants.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { RuleCode } from './rules.ts';

/** The rules for the texts of search results, with lengths in characters (code points). Search results show about as many. */
const TEXTS = {
  title: {
    field: 'seo_title',
    codes: { missing: 'TITLE_MISSING', short: 'TITLE_SHORT', long: 'TITLE_LONG' },
    min: 10,
    max: SEO_TITLE_MAX_LENGTH,
  },
  description: {
    field: 'seo_description',
    codes: { missing: 'DESCRIPTION_MISSING', short: 'DESCRIPTION_SHORT', long: 'DESCRIPTION_LONG' },
    min: 25,
    max: 200,
  },
} as const;

/** Where a fault has to be fixed. */
export type FaultOwner =
  /** A field of the page's entry; for pages without one, the messages of the locale. */
  | { readonly kind: 'entry'; readonly field: string }
  /** A file of the templates. */
  | { readonly kind: 'file'; readonly file: string }
  /** The template of the page. */
  | { readonly kind: 'template' }
  /** The program. */
  | { readonly kind: 'program' };

interface PlannedPage {
  readonly isIndexable: boolean;
  readonly languageTag: string;
  /** Null for error pages. */
  readonly canonical: string | null;
}

/** A fault of one page. */
export interface PageFault {
  readonly code: RuleCode;
  readonly owner: FaultOwner;
  readonly what: string;
  readonly target?: string;
}

const HEAD_FILE: FaultOwner = { kind: 'file', file: 'templates/head/head-tags.ts' };
const STRUCTURED_DATA_FILE: FaultOwner = { kind: 'file', file: 'templates/head/structured-data.ts' };
const SHARED_PROPERTIES = ['title', 'type', 'url', 'image'] as const;

/** Checks a page. `fragment` has the facts of its header and footer. */
export function findPageFaults(route: PlannedPage, facts: PageFacts, fragment: PageFacts): readonly PageFault[] {
  return [
    ...findHeadFaults(route, facts),
    ...findTextFaults(route, facts),
    ...findSharingFaults(route, facts),
    ...findImageFaults(facts),
    ...findStructuredDataFaults(route, facts),
    ...findDuplicateIds(facts, fragment),
  ];
}

function findHeadFaults(route: PlannedPage, facts: PageFacts): readonly PageFault[] {
  const faults: PageFault[] = [];
  if (facts.canonical !== route.canonical)
    faults.push({
      code: 'CANONICAL_WRONG',
      owner: HEAD_FILE,
      what: `The canonical URL is ${facts.canonical}, but the page is served at ${route.canonical}.`,
    });
  if (facts.hasNoindex === route.isIndexable)
    faults.push({
      code: 'ROBOTS_WRONG',
      owner: HEAD_FILE,
      what: `The page is ${facts.hasNoindex ? 'noindex' : 'indexable'} instead of ${route.isIndexable ? 'indexable' : 'noindex'}.`,
    });
  if (facts.language !== route.languageTag)
    faults.push({
      code: 'LANGUAGE_WRONG',
      owner: { kind: 'file', file: 'templates/print-document.ts' },
      what: `The page has lang="${facts.language ?? ''}" instead of "${route.languageTag}".`,
    });
  return faults;
}

function findTextFaults({ isIndexable }: PlannedPage, facts: PageFacts): readonly PageFault[] {
  const headings: readonly PageFault[] =
    facts.headingCount === 1
      ? []
      : [
          {
            code: 'HEADING_COUNT',
            owner: { kind: 'template' },
            what: `The page has ${facts.headingCount} h1 headings instead of one.`,
          },
        ];
  return [
    ...headings,
    ...findLengthFaults('title', facts.title, isIndexable),
    ...(isIndexable ? findLengthFaults('description', facts.description, isIndexable) : []),
  ];
}

function findLengthFaults(
  name: keyof typeof TEXTS,
  written: string | null,
  isIndexable: boolean,
): readonly PageFault[] {
  const { field, codes, min, max } = TEXTS[name];
  const owner: FaultOwner = { kind: 'entry', field };
  const text = written?.trim() ?? '';
  if (text === '') return [{ code: codes.missing, owner, what: `The page has no ${name}.` }];
  const length = [...text].length;
  if (!isIndexable || (length >= min && length <= max)) return [];
  const shown = name === 'title' ? ` "${text}"` : '';
  return [
    { code: length > max ? codes.long : codes.short, owner, what: `The ${name}${shown} has ${length} characters.` },
  ];
}

function findSharingFaults({ isIndexable, canonical }: PlannedPage, { openGraph }: PageFacts): readonly PageFault[] {
  const missing = isIndexable ? SHARED_PROPERTIES.filter((name) => (openGraph[name] ?? '') === '') : [];
  const { url } = openGraph;
  return [
    ...missing.map((name) => ({
      code: 'OPEN_GRAPH_MISSING' as const,
      owner: HEAD_FILE,
      what: `The page has no og:${name}.`,
      target: name,
    })),
    ...(url === undefined || url === canonical
      ? []
      : [{ code: 'OPEN_GRAPH_URL_WRONG' as const, owner: HEAD_FILE, what: `og:url is ${url}, not ${canonical}.` }]),
  ];
}

function findImageFaults({ unsizedImages, unnamedImages }: PageFacts): readonly PageFault[] {
  const owner: FaultOwner = { kind: 'entry', field: 'image' };
  return [
    ...unsizedImages.map((source) => ({
      code: 'IMAGE_WITHOUT_SIZE' as const,
      owner,
      what: `The image ${source} has neither width and height nor an aspect ratio.`,
      target: source,
    })),
    ...unnamedImages.map((source) => ({
      code: 'IMAGE_WITHOUT_ALT' as const,
      owner,
      what: `The image ${source} has no alternative text.`,
      target: source,
    })),
  ];
}

/** Faults that come from the entry, not the template. */
const ENTRY_FAULTS: readonly RuleCode[] = ['JSONLD_PROPERTY_MISSING', 'JSONLD_DATE_INVALID'];
/** Fields by the property that they become; all others become the title. */
const FIELD_BY_PROPERTY: Readonly<Record<string, string>> = {
  startDate: 'webinar_date',
  endDate: 'webinar_date',
  datePublished: 'date',
  dateModified: 'date',
  author: 'author',
};

/** The field of a fault, whose message names the property. */
function fieldOf(what: string): string {
  const property = Object.keys(FIELD_BY_PROPERTY).find((name) => what.includes(`"${name}"`));
  return FIELD_BY_PROPERTY[property ?? ''] ?? 'title';
}

function findStructuredDataFaults(route: PlannedPage, { structuredData }: PageFacts): readonly PageFault[] {
  const [block] = structuredData;
  if (block === undefined && route.isIndexable)
    return [{ code: 'JSONLD_MISSING', owner: STRUCTURED_DATA_FILE, what: 'The page has no structured data.' }];
  const faults = structuredData.flatMap((data) =>
    data.faults.map(({ code, what }): PageFault => {
      const isOfEntry = ENTRY_FAULTS.includes(code);
      return {
        code,
        owner: isOfEntry ? { kind: 'entry', field: fieldOf(what) } : STRUCTURED_DATA_FILE,
        what,
        target: what,
      };
    }),
  );
  const pageUrl = block?.pageUrl ?? null;
  if (pageUrl === null || pageUrl === route.canonical) return faults;
  const what = `The structured data is about ${pageUrl}, but the page is served at ${route.canonical}.`;
  return [...faults, { code: 'JSONLD_PAGE_WRONG', owner: STRUCTURED_DATA_FILE, what }];
}

function findDuplicateIds({ ids }: PageFacts, fragment: PageFacts): readonly PageFault[] {
  const seen = new Set(fragment.ids);
  const isSecond = (id: string) => seen.size === seen.add(id).size;
  return ids.filter(isSecond).map((id) => ({
    code: 'ID_TWICE',
    owner: { kind: 'entry', field: 'content' },
    what: `The id "${id}" is used twice on the page.`,
    target: `#${id}`,
  }));
}
