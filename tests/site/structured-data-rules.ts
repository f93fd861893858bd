// A validator of our own for a page's JSON-LD: what schema.org and Google's pages ask of the types that the site uses
// (Organization, WebSite, WebPage, BreadcrumbList, BlogPosting, Event, Book, SoftwareApplication), and nothing retired.
// Relied on afterwards: it knows nothing of the renderer; every fault is a sentence that begins with the node's type.

type Node = Readonly<Record<string, unknown>>;

/** What a page is, as far as its graph depends on it. */
export interface PageFacts {
  readonly origin: string;
  /** Null on error pages. */
  readonly canonical: string | null;
  readonly isHome: boolean;
  readonly isIndexable: boolean;
}

/** What a node of a type must have, and what it should have; the site has both. */
const PROPERTIES: Readonly<
  Record<string, { readonly required: readonly string[]; readonly recommended: readonly string[] }>
> = {
  Organization: { required: ['name', 'url'], recommended: ['logo', 'sameAs'] },
  WebSite: { required: ['name', 'url'], recommended: ['publisher'] },
  WebPage: { required: ['name', 'url'], recommended: ['inLanguage', 'isPartOf'] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  BlogPosting: {
    required: ['headline', 'image', 'datePublished', 'dateModified', 'author'],
    recommended: ['publisher', 'mainEntityOfPage', 'description'],
  },
  Event: {
    required: ['name', 'startDate', 'location', 'organizer'],
    recommended: ['endDate', 'description', 'image', 'performer', 'eventStatus', 'eventAttendanceMode'],
  },
  Book: { required: ['name', 'author'], recommended: ['url', 'image', 'description', 'inLanguage'] },
  SoftwareApplication: {
    required: ['name', 'applicationCategory'],
    recommended: ['operatingSystem', 'url', 'description', 'publisher'],
  },
};
/** Types without an own line in the graph. */
const INNER_TYPES = ['ListItem', 'Person', 'VirtualLocation'];
const URL_PROPERTIES = [
  '@id',
  'url',
  'logo',
  'image',
  'item',
  'sameAs',
  'eventStatus',
  'eventAttendanceMode',
  'bookFormat',
];
const DATE_PROPERTIES = ['startDate', 'endDate', 'datePublished', 'dateModified'];
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
/** Ratings may only be those of real reviews, and the site has none. */
const RATINGS = ['aggregateRating', 'review', 'ratingValue'];

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const typeOf = (node: Node) => String(node['@type']);
const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || listOf(value).length === 0;

/** All faults of the blocks of one page. `blocks` are the texts of its `application/ld+json` scripts. */
export function findStructuredDataFaults(blocks: readonly string[], page: PageFacts): readonly string[] {
  const [block] = blocks;
  if (block === undefined || blocks.length !== 1) return [`A page has one block of data, this one ${blocks.length}.`];
  const graph = parseGraph(block);
  if (graph === null) return ['The data is no graph of https://schema.org.'];
  const nodes = graph.flatMap(withInner);
  return [
    ...nodes.flatMap((node) => findNodeFaults(node)),
    ...findIdFaults(graph, nodes),
    ...findUseFaults(graph, page),
    ...graph.flatMap((node) => findTypeFaults(node, page)),
  ];
}

function parseGraph(block: string): readonly Node[] | null {
  try {
    const value: unknown = JSON.parse(block);
    if (!isNode(value) || value['@context'] !== 'https://schema.org') return null;
    const graph = listOf(value['@graph']);
    return graph.length > 0 && graph.every(isNode) ? graph : null;
  } catch {
    return null;
  }
}

/** A node with all nodes inside of it, mere references left out. */
function withInner(node: Node): readonly Node[] {
  const inner = Object.values(node).flatMap(listOf).filter(isNode);
  return [node, ...inner.filter((value) => '@type' in value).flatMap(withInner)];
}

/** URLs, dates, unknown types, invented ratings. */
function findNodeFaults(node: Node): readonly string[] {
  const type = typeOf(node);
  return [
    ...(type in PROPERTIES || INNER_TYPES.includes(type) ? [] : [`${type}: a type that the site does not use.`]),
    ...URL_PROPERTIES.flatMap((name) =>
      listOf(node[name])
        .filter((value) => !isNode(value) && !/^https?:\/\/[^/]/.test(String(value)))
        .map((value) => `${type}: ${name} "${String(value)}" is not absolute.`),
    ),
    ...DATE_PROPERTIES.filter((name) => name in node && !WITH_OFFSET.test(String(node[name]))).map(
      (name) => `${type}: ${name} "${String(node[name])}" has no offset.`,
    ),
    ...RATINGS.filter((name) => name in node).map((name) => `${type}: ${name} of no real review.`),
  ];
}

/** Every node of the graph has an id of its own, and every reference leads to one. */
function findIdFaults(graph: readonly Node[], nodes: readonly Node[]): readonly string[] {
  const ids = graph.map((node) => node['@id']);
  const references = nodes.flatMap((node) =>
    Object.values(node)
      .flatMap(listOf)
      .filter(isNode)
      .flatMap((value) => ('@type' in value ? [] : [{ type: typeOf(node), id: value['@id'] }])),
  );
  return [
    ...graph.filter(({ '@id': id }) => id === undefined).map((node) => `${typeOf(node)}: no @id.`),
    ...graph
      .filter(({ '@id': id }, index) => id !== undefined && ids.indexOf(id) !== index)
      .map((node) => `${typeOf(node)}: the @id of another node.`),
    ...references
      .filter(({ id }) => !ids.includes(id))
      .map(({ type, id }) => `${type}: refers to ${String(id)}, which is not there.`),
  ];
}

/** Which types a page has, and how often. */
function findUseFaults(graph: readonly Node[], { canonical, isHome }: PageFacts): readonly string[] {
  const count = (type: string) => graph.filter((node) => typeOf(node) === type).length;
  const once = ['Organization', 'WebSite', ...(canonical === null ? [] : ['WebPage'])];
  return [
    ...once.filter((type) => count(type) !== 1).map((type) => `${type}: stands ${count(type)} times.`),
    ...Object.keys(PROPERTIES)
      .filter((type) => !once.includes(type) && count(type) > 1)
      .map((type) => `${type}: stands ${count(type)} times.`),
    ...(isHome && count('BreadcrumbList') > 0 ? ['BreadcrumbList: a home page has no trail.'] : []),
  ];
}

function findTypeFaults(node: Node, page: PageFacts): readonly string[] {
  const type = typeOf(node);
  const { required = [], recommended = [] } = PROPERTIES[type] ?? {};
  const missing = [...required, ...recommended].filter((name) => isEmpty(node[name]));
  return [
    ...missing.map((name) => `${type}: no ${name}.`),
    ...(type === 'BreadcrumbList' ? findTrailFaults(node, page) : []),
    ...(type === 'Event' ? findEventFaults(node) : []),
    ...(type === 'BlogPosting' ? findPostingFaults(node) : []),
    ...(type === 'WebPage' && page.isIndexable && isEmpty(node.description) ? ['WebPage: no description.'] : []),
    ...(type === 'WebPage' && node.url !== page.canonical ? [`WebPage: url is not the canonical one.`] : []),
  ];
}

/** Two items at least, numbered from 1, each with name and URL, the last one this page. */
function findTrailFaults(node: Node, { canonical, origin }: PageFacts): readonly string[] {
  const items = listOf(node.itemListElement).filter(isNode);
  const wrong = items.filter(
    (item, index) =>
      typeOf(item) !== 'ListItem' || item.position !== index + 1 || isEmpty(item.name) || isEmpty(item.item),
  );
  const outer = items.filter(({ item }) => !String(item).startsWith(`${origin}/`));
  return [
    ...(items.length < 2 ? ['BreadcrumbList: fewer than two items.'] : []),
    ...wrong.map((item) => `BreadcrumbList: the item "${String(item.name)}" is out of place or incomplete.`),
    ...outer.map(({ item }) => `BreadcrumbList: ${String(item)} is not of this site.`),
    ...(items.at(-1)?.item === canonical ? [] : ['BreadcrumbList: does not end on this page.']),
  ];
}

function findEventFaults({ location, startDate, endDate, eventAttendanceMode }: Node): readonly string[] {
  const isOnline = isNode(location) && typeOf(location) === 'VirtualLocation' && !isEmpty(location.url);
  return [
    ...(isOnline ? [] : ['Event: its place is no VirtualLocation with a url.']),
    ...(eventAttendanceMode === 'https://schema.org/OnlineEventAttendanceMode' ? [] : ['Event: not marked as online.']),
    ...(Date.parse(String(endDate)) > Date.parse(String(startDate)) ? [] : ['Event: ends before it starts.']),
  ];
}

function findPostingFaults({ author, datePublished, dateModified, headline }: Node): readonly string[] {
  const isNamed = isNode(author) && (!isEmpty(author.name) || '@id' in author);
  return [
    ...(isNamed ? [] : ['BlogPosting: its author has no name.']),
    ...(!(Date.parse(String(dateModified)) < Date.parse(String(datePublished)))
      ? []
      : ['BlogPosting: changed before it was published.']),
    ...(String(headline).length <= 110 ? [] : ['BlogPosting: a headline of more than 110 characters.']),
  ];
}
