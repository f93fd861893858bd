-- The queries of `sitegen query NAME`: the name with the values of its parameters unless flags say otherwise, what it answers, the SQL.
-- `npm run docs` writes them into docs/database.md.

-- without-picture --collection blog_articles
-- Articles without a picture
SELECT site, slug, title FROM entry JOIN record ON record.id = entry.record
WHERE collection = :collection AND until IS NULL AND json ->> '$.image' IS NULL;

-- recently-saved --days 7
-- Entries that were saved in the last days
SELECT collection, site, title, last_modified FROM entry
WHERE until IS NULL AND last_modified > strftime('%FT%TZ', 'now', '-' || :days || ' days') ORDER BY last_modified DESC;

-- last-changes
-- What the last version changed, in content
SELECT collection, site, id, title, CASE WHEN until IS NULL THEN 'new or changed' ELSE 'old' END AS state
FROM entry WHERE since = (SELECT max(id) FROM version) OR until = (SELECT max(id) FROM version);

-- built-entries
-- How many entries the last build shows
SELECT collection, site, count(*) AS entries FROM entry, (SELECT version FROM build ORDER BY id DESC LIMIT 1) AS built
WHERE since <= built.version AND (until IS NULL OR until > built.version) GROUP BY collection, site;

-- history --collection pages --site en --slug about
-- The history of one entry
SELECT version.read_at, entry.title, record.json FROM entry
JOIN record ON record.id = entry.record JOIN version ON version.id = entry.since
WHERE collection = :collection AND site = :site AND slug = :slug ORDER BY since;

-- links-to --host www.example.org
-- Entries that link to a host, or mention it
SELECT collection, site, title FROM entry JOIN record ON record.id = entry.record
WHERE until IS NULL AND json GLOB '*//' || :host || '[^a-z0-9.-]*';

-- by-author
-- Articles by author
SELECT json ->> '$.author.title' AS author, count(*) AS articles FROM entry JOIN record ON record.id = entry.record
WHERE collection = 'blog_articles' AND until IS NULL GROUP BY author ORDER BY articles DESC;

-- lost-files
-- Images and files that could not be fetched
SELECT address, fault_json ->> '$.what' AS reason FROM file WHERE until IS NULL AND sha256 IS NULL;

-- dead-links
-- Links to other sites that did not work in the last check
SELECT url, attempts_json ->> '$[#-1].outcome' AS outcome FROM link_check WHERE outcome NOT IN ('ok', 'moved');

-- largest-pages --limit 10
-- The largest pages of the last build
SELECT path, bytes FROM page ORDER BY bytes DESC LIMIT :limit;
