// What a page's JSON-LD says, as far as the checks ask: the addresses that it names, and what is wrong with its graph.
// The rules are those of schema.org and of Google's pages on structured data for the types that sites like this one use.

/** Facts of one block of JSON-LD. */
export interface StructuredDataFacts {
  /** Every absolute http(s) address that it names, once, identifiers left out. */
  readonly urls: readonly string[];
  /** `url` of its WebPage. */
  readonly pageUrl: string | null;
  /** Code of a rule, and what is wrong as a full sentence. */
  readonly faults: readonly StructuredDataFault[];
}

/** One thing that is wrong. */
interface StructuredDataFault {
  readonly code: `JSONLD_${string}`;
  readonly what: string;
}

type Node = Readonly<Record<string, unknown>>;

/** Properties without which a node of the type tells a search engine nothing. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Organization: ['name', 'url'],
  WebSite: ['name', 'url'],
  WebPage: ['name', 'url'],
  BreadcrumbList: ['itemListElement'],
  BlogPosting: ['headline', 'author'],
  Article: ['headline', 'author'],
  Event: ['name', 'startDate', 'location'],
  Book: ['name', 'author'],
  SoftwareApplication: ['name'],
  Product: ['name'],
  Person: ['name'],
};
/** Properties whose value is an address. */
const URL_PROPERTIES = new Set(['url', 'logo', 'image', 'item', 'sameAs', 'contentUrl', 'thumbnailUrl']);
/** Properties whose value is a moment. */
const DATE_PROPERTIES = new Set(['startDate', 'endDate', 'datePublished', 'dateModified', 'uploadDate']);
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Types whose results search engines no longer show. */
const RETIRED = new Set(['FAQPage', 'HowTo', 'ClaimReview', 'CourseInstance', 'SpecialAnnouncement']);

/** What one walk through a graph gathers: every page of a large site is walked, so there is one walk. */
interface Walk {
  // Lists of a few texts: to compare those costs less than to hash them.
  readonly urls: string[];
  readonly ids: unknown[];
  readonly references: unknown[];
  readonly faults: StructuredDataFault[];
  pageUrl: string | null;
}

/** Reads the text of a `<script type="application/ld+json">`. */
export function parseStructuredData(text: string): StructuredDataFacts {
  return checkStructuredData(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the data that such a text is printed from. */
export function checkStructuredData(value: unknown): StructuredDataFacts {
  const graph = findGraph(value);
  if (graph === null) {
    const what = 'The structured data is not a JSON-LD graph of https://schema.org.';
    return { urls: [], pageUrl: null, faults: [{ code: 'JSONLD_INVALID', what }] };
  }
  const walk: Walk = { urls: [], ids: [], references: [], faults: [], pageUrl: null };
  for (const node of graph) visitNode(node, walk);
  const broken = walk.references.filter((id) => !walk.ids.includes(id));
  return {
    urls: walk.urls,
    pageUrl: walk.pageUrl,
    faults: [
      ...walk.faults,
      ...broken.map((id) =>
        fault('JSONLD_REFERENCE_BROKEN', `A node refers to ${String(id)}, which is not on the page.`),
      ),
    ],
  };
}

function findGraph(value: unknown): readonly Node[] | null {
  if (!isNode(value) || !/^https?:\/\/schema\.org\/?$/.test(String(value['@context']))) return null;
  const graph = '@graph' in value ? listOf(value['@graph']) : [value];
  return graph.length > 0 && graph.every(isNode) ? graph : null;
}

/** A typed node, and everything inside of it. */
function visitNode(node: Node, walk: Walk): void {
  const type = node['@type'];
  const types = typeof type === 'string' ? [type] : listOf(type).map(String);
  const [name] = types;
  if (name === undefined) walk.faults.push(fault('JSONLD_INVALID', 'A node of the structured data has no @type.'));
  const id = node['@id'];
  if (id !== undefined) {
    if (walk.ids.includes(id))
      walk.faults.push(fault('JSONLD_REFERENCE_BROKEN', `Two nodes have the @id ${String(id)}.`));
    walk.ids.push(id);
  }
  for (const each of types) findTypeFaults(node, each, walk.faults);
  if (name === 'WebPage' && typeof node.url === 'string') walk.pageUrl = node.url;
  for (const property of Object.keys(node)) {
    const value = node[property];
    if (Array.isArray(value)) for (const item of value) visitValue(item, property, name ?? '', walk);
    else visitValue(value, property, name ?? '', walk);
  }
}

function visitValue(value: unknown, property: string, type: string, walk: Walk): void {
  if (isNode(value)) {
    if ('@type' in value) visitNode(value, walk);
    else if ('@id' in value) walk.references.push(value['@id']);
    return;
  }
  if (URL_PROPERTIES.has(property) && typeof value === 'string') {
    if (!isAbsolute(value))
      walk.faults.push(fault('JSONLD_URL_RELATIVE', `${type} names "${value}", which is no absolute address.`));
    else if (!walk.urls.includes(value)) walk.urls.push(value);
  }
  if (DATE_PROPERTIES.has(property) && !isDate(value)) {
    const what = `${type} has "${String(value)}" as "${property}": no day, and no moment with its offset.`;
    walk.faults.push(fault('JSONLD_DATE_INVALID', what));
  }
}

function findTypeFaults(node: Node, type: string, faults: StructuredDataFault[]): void {
  for (const property of REQUIRED[type] ?? [])
    if (isEmpty(node[property])) faults.push(fault('JSONLD_PROPERTY_MISSING', `${type} has no "${property}".`));
  if (RETIRED.has(type)) faults.push(fault('JSONLD_TYPE_RETIRED', `Search engines show nothing for ${type} any more.`));
  if (type === 'BreadcrumbList') faults.push(...findTrailFaults(node));
}

/** From two items on, numbered from 1, each with a name, each but the last with an address. */
function findTrailFaults(node: Node): readonly StructuredDataFault[] {
  const items = listOf(node.itemListElement).filter(isNode);
  if (items.length < 2) return [fault('JSONLD_BREADCRUMBS', 'BreadcrumbList has fewer than two items.')];
  const wrong = items.findIndex(
    (item, index) =>
      item.position !== index + 1 || isEmpty(item.name) || (isEmpty(item.item) && index < items.length - 1),
  );
  return wrong === -1
    ? []
    : [fault('JSONLD_BREADCRUMBS', `Item ${wrong + 1} of BreadcrumbList is out of place or incomplete.`)];
}

const fault = (code: StructuredDataFault['code'], what: string): StructuredDataFault => ({ code, what });
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
/** An address of the web with its host. */
const isAbsolute = (url: string) => /^https?:\/\/[^/]/.test(url);
/** A moment with its offset, or a day, which has none. */
const isDate = (value: unknown) =>
  (WITH_OFFSET.test(String(value)) || DAY.test(String(value))) && !Number.isNaN(Date.parse(String(value)));
const isEmpty = (value: unknown) => value === '' || listOf(value).length === 0;
