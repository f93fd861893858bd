-- What sitegen knows between two commands: .sitegen/site.sqlite. docs/database.md explains the tables and has queries to try.
-- Times are ISO 8601 in UTC. Columns that end in _json hold JSON. Change user_version with the shape of a table or of its JSON.

PRAGMA user_version = 4;

-- A complete and valid reading of the content. Rows of `entry`, `list` and `file` with `since` and `until` belong to the versions
-- from `since` up to, but not including, `until`; to all later ones if `until` is null.
CREATE TABLE version (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  read_at      TEXT NOT NULL,
  clock        TEXT NOT NULL,
  digest       TEXT NOT NULL,    -- SHA-256 of the content, without its times
  service_url  TEXT NOT NULL,
  is_sample    INTEGER NOT NULL,
  has_drafts   INTEGER NOT NULL, -- of a preview that shows drafts
  has_files    INTEGER NOT NULL, -- whether the site publishes the files of the service itself
  reading_json TEXT,             -- how it was read, so that the next command reads only what changed; null: not a base for that
  problems_json TEXT NOT NULL    -- of the reading; those of entries are in `record`
) STRICT;

-- What the service sent for an entry or global, each text once, and what sitegen made of it. `json` is last, because it is long.
CREATE TABLE record (
  id          INTEGER PRIMARY KEY,
  digest      TEXT NOT NULL UNIQUE, -- SHA-256 of `json`
  seen_at     TEXT NOT NULL,        -- when it was received; it is deleted an hour later unless a version has it
  parsed_by   TEXT,                 -- key of the code, collection and site that parsed it
  parsed_json TEXT,                 -- the entry without its long texts, with warnings, or problems, after its hash
  json        TEXT NOT NULL
) STRICT;

CREATE TABLE entry (
  collection    TEXT NOT NULL, -- 'globals' for globals
  site          TEXT NOT NULL,
  id            TEXT NOT NULL, -- the name of a global
  slug          TEXT,
  title         TEXT,
  date          TEXT,
  last_modified TEXT,
  record        INTEGER NOT NULL REFERENCES record (id),
  since         INTEGER NOT NULL,
  until         INTEGER,
  PRIMARY KEY (collection, site, id, since)
) STRICT, WITHOUT ROWID;

CREATE INDEX entry_until ON entry (until);
CREATE INDEX entry_record ON entry (record);

-- The entries of a collection and site, in the order of the service; the globals of a site that are known, set or not.
CREATE TABLE list (
  collection TEXT NOT NULL,
  site       TEXT NOT NULL,
  source     TEXT NOT NULL, -- 'service'; after a failed read 'stale' or 'empty'
  ids_json   TEXT NOT NULL,
  since      INTEGER NOT NULL,
  until      INTEGER,
  PRIMARY KEY (collection, site, since)
) STRICT, WITHOUT ROWID;

-- Images and linked files of the service. Their bytes are in .sitegen/files/; in a snapshot they are in `content`.
CREATE TABLE file (
  address    TEXT NOT NULL,
  sha256     TEXT,          -- null if it could not be fetched
  bytes      INTEGER NOT NULL,
  extension  TEXT NOT NULL,
  fault_json TEXT,
  content    BLOB,
  since      INTEGER NOT NULL,
  until      INTEGER,
  PRIMARY KEY (address, since)
) STRICT;

-- Which version an out folder shows, and showed before.
CREATE TABLE build (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  out_dir  TEXT NOT NULL, -- relative to the folder of this file
  version  INTEGER NOT NULL,
  built_at TEXT NOT NULL
) STRICT;

-- The pages of the last build.
CREATE TABLE page (
  path        TEXT PRIMARY KEY,
  locale      TEXT NOT NULL,
  chrome      TEXT NOT NULL, -- key of its header and footer
  sha256      TEXT NOT NULL, -- of its HTML
  bytes       INTEGER NOT NULL,
  input       TEXT NOT NULL, -- hash of everything that it is rendered from: reused if equal
  rendered_at TEXT NOT NULL, -- when the build started that rendered it
  parts_json  TEXT NOT NULL, -- hashes of the parts of its input
  shows_json  TEXT NOT NULL, -- entries that it shows, and what as
  reason_json TEXT NOT NULL, -- why it was rendered: parts that differed from the build before
  facts_hash  TEXT NOT NULL, -- of facts_json: SQLite does not notice changed bytes
  facts_json  TEXT NOT NULL  -- links, ids, title, canonical, alternates, structured data
) STRICT;

CREATE INDEX page_chrome ON page (chrome);

-- What pages were made from that later builds replaced or removed, by their bytes: `sitegen diff` knows a released page by them. At
-- most twice as many rows as there are pages.
CREATE TABLE past_page (
  path        TEXT NOT NULL,
  sha256      TEXT NOT NULL,
  locale      TEXT NOT NULL,
  version     INTEGER NOT NULL, -- the last one with this page
  parts_json  TEXT NOT NULL,
  shows_json  TEXT NOT NULL,
  chrome_json TEXT NOT NULL,    -- entries that its header and footer show
  UNIQUE (path, sha256)
) STRICT;

-- Headers and footers of the pages.
CREATE TABLE chrome (
  key        TEXT PRIMARY KEY,
  facts_hash TEXT NOT NULL,
  facts_json TEXT NOT NULL,
  shows_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Links to other sites, and the last attempts to open each.
CREATE TABLE link_check (
  url           TEXT PRIMARY KEY,
  attempts_json TEXT NOT NULL -- the oldest first: when, outcome, status, final address
) STRICT, WITHOUT ROWID;
