// The queries of `sitegen query NAME`. `npm run docs` writes them into docs/database.md.

/** A query with a name. */
export interface NamedQuery {
  readonly name: string;
  /** What it answers. */
  readonly title: string;
  readonly sql: string;
  /** The values of its parameters (`:host`), unless flags say otherwise. */
  readonly values?: Readonly<Record<string, string>>;
}

export const QUERY_FORMATS = ['text', 'csv', 'json'] as const;

/** Parameters that flags can set. */
export const QUERY_PARAMETERS: Readonly<Record<string, string>> = {
  host: 'a host name',
  collection: 'handle of a collection',
  site: 'handle of a site',
  slug: 'slug of an entry',
  days: 'how far back',
  limit: 'how many rows',
};

export const QUERIES: readonly NamedQuery[] = [
  {
    name: 'without-picture',
    title: 'Articles without a picture',
    sql: `SELECT site, slug, title FROM entry JOIN record ON record.id = entry.record
WHERE collection = :collection AND until IS NULL AND json ->> '$.image' IS NULL`,
    values: { collection: 'blog_articles' },
  },
  {
    name: 'recently-saved',
    title: 'Entries that were saved in the last days',
    sql: `SELECT collection, site, title, last_modified FROM entry
WHERE until IS NULL AND last_modified > strftime('%FT%TZ', 'now', '-' || :days || ' days') ORDER BY last_modified DESC`,
    values: { days: '7' },
  },
  {
    name: 'last-changes',
    title: 'What the last version changed, in content',
    sql: `SELECT collection, site, id, title, CASE WHEN until IS NULL THEN 'new or changed' ELSE 'old' END AS state
FROM entry WHERE since = (SELECT max(id) FROM version) OR until = (SELECT max(id) FROM version)`,
  },
  {
    name: 'built-entries',
    title: 'How many entries the last build shows',
    sql: `SELECT collection, site, count(*) AS entries FROM entry, (SELECT version FROM build ORDER BY id DESC LIMIT 1) AS built
WHERE since <= built.version AND (until IS NULL OR until > built.version) GROUP BY collection, site`,
  },
  {
    name: 'history',
    title: 'The history of one entry',
    sql: `SELECT version.read_at, entry.title, record.json FROM entry
JOIN record ON record.id = entry.record JOIN version ON version.id = entry.since
WHERE collection = :collection AND site = :site AND slug = :slug ORDER BY since`,
    values: { collection: 'pages', site: 'en', slug: 'about' },
  },
  {
    name: 'links-to',
    title: 'Entries that link to a host, or mention it',
    sql: `SELECT collection, site, title FROM entry JOIN record ON record.id = entry.record
WHERE until IS NULL AND json GLOB '*//' || :host || '[^a-z0-9.-]*'`,
    values: { host: 'www.example.org' },
  },
  {
    name: 'by-author',
    title: 'Articles by author',
    sql: `SELECT json ->> '$.author.title' AS author, count(*) AS articles FROM entry JOIN record ON record.id = entry.record
WHERE collection = 'blog_articles' AND until IS NULL GROUP BY author ORDER BY articles DESC`,
  },
  {
    name: 'lost-files',
    title: 'Images and files that could not be fetched',
    sql: `SELECT address, fault_json ->> '$.what' AS reason FROM file WHERE until IS NULL AND sha256 IS NULL`,
  },
  {
    name: 'dead-links',
    title: 'Links to other sites that did not work in the last check',
    sql: `SELECT url, attempts_json ->> '$[#-1].outcome' AS outcome FROM link_check WHERE outcome NOT IN ('ok', 'moved')`,
  },
  {
    name: 'largest-pages',
    title: 'The largest pages of the last build',
    sql: `SELECT path, bytes FROM page ORDER BY bytes DESC LIMIT :limit`,
    values: { limit: '10' },
  },
];
