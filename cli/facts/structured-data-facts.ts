// Checks the JSON-LD of a page and lists its URLs. The rules are those of schema.org and Google for the types that this site uses.

export interface StructuredDataFacts {
  /** Every absolute http(s) URL, without duplicates and without ids. */
  readonly urls: readonly string[];
  /** `url` of its WebPage. */
  readonly pageUrl: string | null;
  readonly faults: readonly StructuredDataFault[];
}

interface StructuredDataFault {
  readonly code:
    | 'JSONLD_INVALID'
    | 'JSONLD_PROPERTY_MISSING'
    | 'JSONLD_URL_RELATIVE'
    | 'JSONLD_DATE_INVALID'
    | 'JSONLD_REFERENCE_BROKEN'
    | 'JSONLD_BREADCRUMBS'
    | 'JSONLD_TYPE_RETIRED';
  /** A full sentence. */
  readonly what: string;
}

type Node = Readonly<Record<string, unknown>>;

/** Properties that search engines need, by type. */
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
/** Properties whose value is a URL. */
const URL_PROPERTIES = new Set(['url', 'logo', 'image', 'item', 'sameAs', 'contentUrl', 'thumbnailUrl']);
/** Properties whose value is a date or a time. */
const DATE_PROPERTIES = new Set(['startDate', 'endDate', 'datePublished', 'dateModified', 'uploadDate']);
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Types that search engines no longer show. */
const RETIRED = new Set(['FAQPage', 'HowTo', 'ClaimReview', 'CourseInstance', 'SpecialAnnouncement']);

/** The results of one walk through a graph. */
interface Walk {
  readonly urls: Set<string>;
  readonly ids: Set<unknown>;
  readonly references: unknown[];
  readonly faults: StructuredDataFault[];
  pageUrl: string | null;
}

/** Null if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the JSON-LD of a page, block by block. A block may refer to nodes of the others. */
export function checkStructuredData(blocks: readonly unknown[]): readonly StructuredDataFacts[] {
  const walks = blocks.map((block): Walk => {
    const walk: Walk = { urls: new Set(), ids: new Set(), references: [], faults: [], pageUrl: null };
    const graph = findGraph(block);
    const wanted = block === null ? 'valid JSON' : 'a JSON-LD graph of https://schema.org';
    if (graph === null) walk.faults.push(fault('JSONLD_INVALID', `The structured data is not ${wanted}.`));
    for (const node of graph ?? []) visitNode(node, walk);
    return walk;
  });
  const known = new Set(walks.flatMap(({ ids }) => [...ids]));
  return walks.map(({ urls, pageUrl, references, faults }) => {
    const broken = references
      .filter((id) => !known.has(id))
      .map((id) => fault('JSONLD_REFERENCE_BROKEN', `A node refers to ${String(id)}, which is not on the page.`));
    return { urls: [...urls], pageUrl, faults: [...faults, ...broken] };
  });
}

function findGraph(block: unknown): readonly Node[] | null {
  const roots = listOf(block);
  const graph = roots.flatMap((root) => {
    const isKnown = isNode(root) && /\bschema\.org\b/.test(JSON.stringify(root['@context']) ?? '');
    return isKnown ? listOf('@graph' in root ? root['@graph'] : root) : [null];
  });
  return graph.length > 0 && graph.every(isNode) ? graph : null;
}

/** Visits a node with a type and everything in it. */
function visitNode(node: Node, walk: Walk): void {
  const type = node['@type'];
  const types = typeof type === 'string' ? [type] : listOf(type).map(String);
  const [name] = types;
  if (name === undefined) walk.faults.push(fault('JSONLD_INVALID', 'A node of the structured data has no @type.'));
  const id = node['@id'];
  if (id !== undefined) {
    if (walk.ids.has(id)) walk.faults.push(fault('JSONLD_REFERENCE_BROKEN', `Two nodes have the @id ${String(id)}.`));
    walk.ids.add(id);
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
    const names = Object.keys(value);
    const hasMore = names.some((name) => name !== '@type' && name !== '@id');
    // The item of a breadcrumb may have its id and name, and no type. With a type only, it may be a node of another page.
    if (hasMore && '@type' in value) visitNode(value, walk);
    else if (!hasMore && !('@type' in value)) walk.references.push(value['@id']);
    return;
  }
  if (URL_PROPERTIES.has(property) && typeof value === 'string') {
    if (!isAbsolute(value))
      walk.faults.push(fault('JSONLD_URL_RELATIVE', `${type} names "${value}", which is not an absolute URL.`));
    else walk.urls.add(value);
  }
  if (DATE_PROPERTIES.has(property) && !isDate(value)) {
    const what = `${type} has "${String(value)}" as "${property}", which is not a date or a time with its offset.`;
    walk.faults.push(fault('JSONLD_DATE_INVALID', what));
  }
}

function findTypeFaults(node: Node, type: string, faults: StructuredDataFault[]): void {
  for (const property of REQUIRED[type] ?? [])
    if (isEmpty(node[property])) faults.push(fault('JSONLD_PROPERTY_MISSING', `${type} has no "${property}".`));
  if (RETIRED.has(type)) faults.push(fault('JSONLD_TYPE_RETIRED', `Search engines no longer show ${type}.`));
  if (type === 'BreadcrumbList') faults.push(...findTrailFaults(node));
}

/** Breadcrumbs need at least two items, numbered from 1, with a name and (except for the last) a URL. */
function findTrailFaults(node: Node): readonly StructuredDataFault[] {
  const items = listOf(node.itemListElement).filter(isNode);
  if (items.length < 2) return [fault('JSONLD_BREADCRUMBS', 'BreadcrumbList has fewer than two items.')];
  const isWrong = ({ position, name, item }: Node, index: number) =>
    Number(position) !== index + 1 ||
    isEmpty(isNode(item) ? (name ?? item.name) : name) ||
    (isEmpty(item) && index < items.length - 1);
  const wrong = items.findIndex(isWrong) + 1;
  return wrong === 0
    ? []
    : [fault('JSONLD_BREADCRUMBS', `Item ${wrong} of BreadcrumbList is out of place or incomplete.`)];
}

const fault = (code: StructuredDataFault['code'], what: string): StructuredDataFault => ({ code, what });
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const isAbsolute = (url: string) => /^https?:\/\/[^/]/.test(url);
/** A time with its offset, or a date. */
const isDate = (value: unknown) =>
  (WITH_OFFSET.test(String(value)) || DAY.test(String(value))) && !Number.isNaN(Date.parse(String(value)));
const isEmpty = (value: unknown) => value === '' || listOf(value).length === 0;
