// The kit for Statamic: it follows from the schemas, fits what real servers answered, and replaces nobody's files.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../content/handles.ts';
import { makeFolder, runSitegen } from '../site/run-sitegen.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const KIT = join(PROJECT, 'content/statamic');

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe('sitegen blueprints', () => {
  it('writes what is committed in content/statamic/, each file and no other', async () => {
    const folder = makeFolder();
    const { code } = await runSitegen(['blueprints', '--to', 'kit'], { cwd: folder });
    expect(code).toBe(0);
    expect(filesBelow(join(folder, 'kit'))).toEqual(filesBelow(KIT));
    for (const file of filesBelow(KIT))
      expect(readFileSync(join(folder, 'kit', file), 'utf8'), `Run "npx sitegen blueprints": ${file}`).toBe(
        readFileSync(join(KIT, file), 'utf8'),
      );
  });

  it('replaces what an earlier kit left, and nothing that somebody wrote or changed', async () => {
    const cwd = makeFolder();
    cpSync(KIT, cwd, { recursive: true });
    const settings = join(cwd, 'config/statamic/api.php');
    const fieldset = join(cwd, 'resources/fieldsets/card.yaml');
    const own = '<?php\n\nreturn [];\n';
    writeFileSync(settings, own);
    writeFileSync(fieldset, readFileSync(fieldset, 'utf8').replace('Card', 'Teaser'));
    mkdirSync(join(cwd, 'app'), { recursive: true });
    const args = ['blueprints', '--to', '.', '--preview', 'https://preview.example/'];

    const planned = await runSitegen([...args, '--dry-run', '--json'], { cwd });
    expect(readFileSync(join(cwd, 'content/collections/pages.yaml'), 'utf8')).toContain('http://127.0.0.1:4400{url}');
    const first = await runSitegen([...args, '--json'], { cwd });
    const { result } = JSON.parse(first.stdout.trim().split('\n').at(-1) ?? '');
    expect(JSON.parse(planned.stdout.trim().split('\n').at(-1) ?? '').result).toEqual(result);
    expect(first.code).toBe(1);
    expect(result.kept).toEqual(['config/statamic/api.php', 'resources/fieldsets/card.yaml']);
    expect(result.written).toEqual(
      ['blog_articles', 'e-books', 'landings', 'pages', 'webinars'].map((name) => `content/collections/${name}.yaml`),
    );
    expect(readFileSync(settings, 'utf8')).toBe(own);
    expect(readFileSync(join(cwd, 'content/collections/pages.yaml'), 'utf8')).toContain('https://preview.example{url}');

    const forced = await runSitegen([...args, '--force'], { cwd });
    expect(forced.code).toBe(0);
    expect(readFileSync(settings, 'utf8')).toBe(readFileSync(join(KIT, 'config/statamic/api.php'), 'utf8'));
  });

  it('leaves out what a project lacks on purpose, and lists entries that several sites cannot have', async () => {
    const cwd = makeFolder();
    const write = (path: string) => {
      mkdirSync(join(cwd, path, '..'), { recursive: true });
      writeFileSync(join(cwd, path), 'title: Own\n');
    };
    const own = [
      'content/collections/pages/home.md',
      'content/collections/pages/en/about.md',
      'content/collections/news/flat.md',
      'content/globals/top_banner.yaml',
      'content/globals/en/top_banner.yaml',
      'content/trees/collections/pages.yaml',
      'content/trees/collections/en/pages.yaml',
      'resources/blueprints/collections/pages/page.yaml',
      'resources/sites.yaml',
    ];
    for (const path of own) write(path);
    const args = ['blueprints', '--to', '.', '--json'];
    const resultOf = ({ stdout }: { readonly stdout: string }) =>
      JSON.parse(stdout.trim().split('\n').at(-1) ?? '').result;
    const run = await runSitegen(args, { cwd });
    const result = resultOf(run);
    const pages = ['page_constructor', 'pages'].map((name) => `resources/blueprints/collections/pages/${name}.yaml`);
    expect(run.code).toBe(1);
    expect(result.flat).toEqual(['content/collections/pages/home.md', 'content/trees/collections/pages.yaml']);
    expect(result.leftOut.sort()).toEqual(
      [
        'config/statamic/sites.php',
        ...['es', 'kz', 'pt', 'ua'].map((site) => `content/globals/${site}/top_banner.yaml`),
        ...pages,
      ].sort(),
    );
    expect(result.written).toContain('content/globals/kz/price_page_banner.yaml');
    expect(filesBelow(cwd)).toEqual(expect.arrayContaining(own));
    expect(filesBelow(cwd)).not.toEqual(expect.arrayContaining(['config/statamic/sites.php']));

    // In a new project, which has a blueprint of its skeleton.
    const forced = resultOf(await runSitegen([...args, '--force'], { cwd }));
    expect(forced.written).toEqual(expect.arrayContaining(pages));
    expect(forced.leftOut).toEqual(['config/statamic/sites.php']);
  });
});

interface FieldConfig {
  readonly type: string;
  readonly max_files?: number;
  readonly max_items?: number;
  readonly options?: Readonly<Record<string, string>>;
  readonly fields?: readonly Listed[];
  readonly sets?: Readonly<
    Record<string, { readonly sets: Readonly<Record<string, { readonly fields: readonly Listed[] }>> }>
  >;
}
type Listed = { readonly handle: string; readonly field: FieldConfig } | { readonly import: string };
type Fields = ReadonlyMap<string, FieldConfig>;

// biome-ignore lint/suspicious/noExplicitAny: YAML of a committed file
const readYaml = (path: string): any => load(readFileSync(join(KIT, path), 'utf8'));

function resolveFields(listed: readonly Listed[]): Fields {
  return new Map(
    listed.flatMap((one): readonly (readonly [string, FieldConfig])[] =>
      'import' in one
        ? [...resolveFields(readYaml(`resources/fieldsets/${one.import.replaceAll('.', '/')}.yaml`).fields)]
        : [[one.handle, one.field]],
    ),
  );
}

/** The fields of all blueprints in a folder, or of one. */
function readBlueprints(path: string): Fields {
  const files = path.endsWith('.yaml') ? [path] : readdirSync(join(KIT, path)).map((name) => `${path}/${name}`);
  const tabs = files.flatMap((file) => Object.values<{ sections: { fields: Listed[] }[] }>(readYaml(file).tabs));
  return resolveFields(tabs.flatMap(({ sections }) => sections.flatMap(({ fields }) => fields)));
}

/** What a real server adds to entries and globals by itself. */
const OWN_KEYS = new Set(
  'api_url blueprint collection date edit_url handle id is_entry last_modified locale mount order origin_id permalink private parent published slug status title updated_at updated_by uri url'.split(
    ' ',
  ),
);

/** Where a recorded value is not what the field sends. */
function misfits(field: FieldConfig | undefined, value: unknown, path: string): readonly string[] {
  if (field === undefined) return [`${path}: no such field`];
  const wrong = [`${path}: ${field.type} sends no ${JSON.stringify(value)?.slice(0, 60)}`];
  const isNull = value === null;
  switch (field.type) {
    case 'integer':
      return isNull || typeof value === 'number' ? [] : wrong;
    case 'toggle':
      return typeof value === 'boolean' ? [] : wrong;
    case 'select':
      return hasKeys(value, ['value', 'label', 'key']) &&
        (value.value === null || String(value.value) in (field.options ?? {}))
        ? []
        : wrong;
    case 'link':
      return isNull || typeof value === 'string' || hasKeys(value, ['url']) ? [] : wrong;
    case 'assets':
      return isNull || Array.isArray(value) === (field.max_files !== 1) ? [] : wrong;
    case 'entries':
      return isNull || hasKeys(value, ['id', 'title']) || Array.isArray(value) ? [] : wrong;
    case 'terms':
      return Array.isArray(value) ? [] : wrong;
    case 'list':
      return isNull || (Array.isArray(value) && value.every((line) => typeof line === 'string')) ? [] : wrong;
    case 'table':
      return isNull || (Array.isArray(value) && value.every((row) => hasKeys(row, ['cells']))) ? [] : wrong;
    case 'grid':
      return Array.isArray(value)
        ? value.flatMap((row, index) => rowMisfits(field.fields, row, `${path}.${index}`))
        : wrong;
    case 'replicator':
    case 'bard':
      if (!Array.isArray(value)) return field.type === 'bard' && (isNull || typeof value === 'string') ? [] : wrong;
      return value.flatMap((row, index) => setMisfits(field, row, `${path}.${index}`));
    default:
      return isNull || typeof value === 'string' ? [] : wrong;
  }
}

function setMisfits(field: FieldConfig, row: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  if (field.type === 'bard' && row.type === 'text') return typeof row.text === 'string' ? [] : [`${path}: no text`];
  const set = Object.values(field.sets ?? {}).flatMap(({ sets }) => sets[String(row.type)] ?? [])[0];
  return set === undefined ? [`${path}: no set "${row.type}"`] : rowMisfits(set.fields, row, path);
}

function rowMisfits(
  listed: readonly Listed[] = [],
  row: Readonly<Record<string, unknown>>,
  path: string,
): readonly string[] {
  const fields = resolveFields(listed);
  return Object.entries(row)
    .filter(([name]) => name !== 'id' && name !== 'type')
    .flatMap(([name, value]) => misfits(fields.get(name), value, `${path}.${name}`));
}

function hasKeys(value: unknown, keys: readonly string[]): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}

describe('content/statamic/', () => {
  const recorded: Readonly<Record<string, Readonly<Record<string, { status: number; body: { data: unknown } }>>>> =
    JSON.parse(
      brotliDecompressSync(readFileSync(join(PROJECT, 'tests/fixtures/statamic/answers.json.br'))).toString('utf8'),
    );
  const bodiesOf = (resource: string) =>
    Object.values(recorded).flatMap((answers) =>
      Object.entries(answers).flatMap(([path, { status, body }]) =>
        status === 200 && path.startsWith(`/api/${resource}?`) ? [body.data].flat() : [],
      ),
    ) as readonly Readonly<Record<string, unknown>>[];
  const check = (fields: Fields, bodies: readonly Readonly<Record<string, unknown>>[]) => {
    expect(bodies.length).toBeGreaterThan(0);
    const found = bodies.flatMap((body) =>
      Object.entries(body)
        .filter(([name]) => fields.has(name) || !OWN_KEYS.has(name))
        .filter(([name]) => !['title', 'slug', 'date'].includes(name))
        .flatMap(([name, value]) => misfits(fields.get(name), value, name)),
    );
    expect([...new Set(found)]).toEqual([]);
  };

  it.each(COLLECTION_HANDLES)('has every field of %s as Statamic 4, 5 and 6 send it', (handle) => {
    check(readBlueprints(`resources/blueprints/collections/${handle}`), bodiesOf(`collections/${handle}/entries`));
  });

  // The recordings are older than the global `sources`.
  it.each(GLOBAL_NAMES.filter((name) => name !== 'sources'))(
    'has every field of the global %s as Statamic 4, 5 and 6 send it',
    (name) => {
      check(readBlueprints(`resources/blueprints/globals/${name}.yaml`), bodiesOf(`globals/${name}`));
    },
  );

  it('allows every filter that the program sends', () => {
    const sources = ['content/client', 'preview'].flatMap((folder) => {
      const root = join(PROJECT, 'cli', folder);
      return filesBelow(root).map((file) => readFileSync(join(root, file), 'utf8'));
    });
    const sent = new Set(sources.flatMap((source) => [...source.matchAll(/filter\[(\w+)/g)].map(([, name]) => name)));
    expect(sent).toContain('slug');
    const settings = readFileSync(join(KIT, 'config/statamic/api.php'), 'utf8');
    const allowed = [...(/\$filters = \[(.*)\]/.exec(settings)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
      ([, name]) => name,
    );
    expect([...sent].filter((name) => !allowed.includes(name))).toEqual([]);
  });
});
