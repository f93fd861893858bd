// A key for each template: equal keys mean equal code. It covers every source file that the template's page and the
// shell around it reach, packages included, and the code that reads a page's facts. Words and config are no part of it:
// they reach a page through its input.

import { TEMPLATES, type TemplateId, type TemplateRow } from '../../templates/template-ids.ts';
import { sha256 } from '../files/content-hash.ts';

/** The part of esbuild's metafile that counts: which file imports which. */
export interface ImportGraph {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string }[] }>>;
}

/** What a template is printed with. */
interface TemplateCode {
  readonly key: string;
  /** How many source files it reaches. */
  readonly sources: number;
}

/** The code of every template. */
export type TemplateCodes = Readonly<Record<TemplateId, TemplateCode>>;

/** The same, and the source files that each template reaches: paths relative to the project, sorted. */
interface ReachedCodes {
  readonly codes: TemplateCodes;
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/** The module that the bundle of the templates begins with. */
export const SHELL = 'templates/bundle.ts';
/** Modules that name code of every template: that code is followed for the template in question only. */
const TABLES: readonly string[] = ['templates/registry.ts', 'templates/page-fillers.ts'];
/** Texts of entries, which inputs name by the hash of what was received, are read by this code. */
const READING_CODE = [
  'cli/content/intake/entries.ts',
  'cli/content/intake/parse-entry.ts',
  'cli/content/intake/drop-null-fields.ts',
  'cli/content/intake/entry-schemas.ts',
  'content/blocks.ts',
  'content/collections.ts',
  'content/fields.ts',
];
/** A page's bytes are handed over, and its record is made of them, by this code. */
const FACTS_CODE = [
  'cli/files/content-hash.ts',
  'cli/facts/distinct-texts.ts',
  'cli/facts/page-facts.ts',
  'cli/facts/tag-facts.ts',
  'cli/facts/frame-facts.ts',
  'cli/facts/frame-data.ts',
  'cli/facts/frame-values.ts',
  'cli/facts/structured-data-facts.ts',
  'cli/text/find-attributes.ts',
  'cli/render/page-input/hash-parts.ts',
  'cli/cache/page-records.ts',
  'cli/cache/record-segments.ts',
  'cli/render/page-renderer.ts',
  'cli/render/page-work.ts',
  'cli/render/page-stager.ts',
  'cli/render/stager-thread.ts',
  'cli/render/stager-worker.ts',
  'cli/render/packed-markup.ts',
  'cli/render/packed-pages.ts',
  'cli/render/template-failed.ts',
  'cli/facts/read-tags.ts',
  'cli/render/page-uses.ts',
  'cli/paths/site-path.ts',
  'cli/paths/address.ts',
  'cli/check/briefs/page-brief.ts',
  'cli/check/rules/page-rules.ts',
  'cli/check/rules/rules.ts',
  'templates/components/resolve-link.ts',
  'templates/markup.ts',
];

/** Makes the keys from the graph of one bundling. Paths of the graph and of sources are relative to the project. */
export function createTemplateCodes(graph: ImportGraph, hashSource: (file: string) => string): ReachedCodes {
  const hashByFile = new Map<string, string>();
  const hashOf = (file: string) => {
    const hash = hashByFile.get(file) ?? hashSource(file);
    hashByFile.set(file, hash);
    return hash;
  };
  const ofAll = [...findReached(graph, SHELL), ...FACTS_CODE, ...READING_CODE];
  const rows = Object.entries<TemplateRow>(TEMPLATES).map(([template, row]) => {
    const own = listEntries(row).flatMap((entry) => [...findReached(graph, entry)]);
    const files = [...new Set([...ofAll, ...own])].sort();
    const key = sha256(files.map((file) => `${file} ${hashOf(file)}`).join('\n')).slice(0, 20);
    return { template, files, code: { key, sources: files.length } };
  });
  return {
    codes: Object.fromEntries(rows.map(({ template, code }) => [template, code])) as TemplateCodes,
    files: new Map(rows.map(({ template, files }) => [template, files])),
  };
}

/** The modules that are of one template alone. */
function listEntries({ page, filler }: TemplateRow): readonly string[] {
  return [page, ...(filler === undefined ? [] : [filler])].map((name) => `templates/pages/${name}`);
}

/** Every file that is reached from one, itself included; the tables are not followed. */
function findReached(graph: ImportGraph, start: string): ReadonlySet<string> {
  if (graph.inputs[start] === undefined) throw new Error(`The templates do not reach ${start}.`);
  const reached = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const input = graph.inputs[file];
    if (reached.has(file) || input === undefined) continue;
    reached.add(file);
    if (!TABLES.includes(file)) waiting.push(...input.imports.map(({ path }) => path));
  }
  return reached;
}
