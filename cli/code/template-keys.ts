// A key for each template: equal keys mean equal code. It covers every source file that the template's page and the
// shell around it reach, packages included, and the whole generator. Words are no part of it: they are among what a page
// reads.

import { TEMPLATES, type TemplateId, type TemplateRow } from '../../templates/template-ids.ts';
import { sha256 } from '../files/content-hash.ts';
import { listFiles } from '../files/list-files.ts';

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
/** Names the component of every template, each of which is followed for its own template only. */
const TABLE = 'templates/registry.ts';
/** The sources of a project that every page is made with: all but templates, client, words and content. Relative paths. */
export function listGenerator(project: string): readonly string[] {
  return listFiles(project, ['cli/**', 'config/**', 'content/*.ts', 'locales/*.ts', 'package-lock.json']);
}

/** What the keys are made of. Paths are relative to the project. */
interface CodeSources {
  /** Of one bundling. */
  readonly graph: ImportGraph;
  readonly generator: readonly string[];
}

/** Makes the keys. */
export function createTemplateCodes(
  { graph, generator }: CodeSources,
  hashSource: (file: string) => string,
): ReachedCodes {
  const hashByFile = new Map<string, string>();
  const hashOf = (file: string) => {
    const hash = hashByFile.get(file) ?? hashSource(file);
    hashByFile.set(file, hash);
    return hash;
  };
  const ofAll = [...findReached(graph, SHELL), ...generator];
  const rows = Object.entries<TemplateRow>(TEMPLATES).map(([template, row]) => {
    const files = [...new Set([...ofAll, ...findReached(graph, `templates/pages/${row.page}`)])].sort();
    const key = sha256(files.map((file) => `${file} ${hashOf(file)}`).join('\n')).slice(0, 20);
    return { template, files, code: { key, sources: files.length } };
  });
  return {
    codes: Object.fromEntries(rows.map(({ template, code }) => [template, code])) as TemplateCodes,
    files: new Map(rows.map(({ template, files }) => [template, files])),
  };
}

/** Every file that is reached from one, itself included; the table is not followed. */
function findReached(graph: ImportGraph, start: string): ReadonlySet<string> {
  if (graph.inputs[start] === undefined) throw new Error(`The templates do not reach ${start}.`);
  const reached = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const input = graph.inputs[file];
    if (reached.has(file) || input === undefined) continue;
    reached.add(file);
    if (file !== TABLE) waiting.push(...input.imports.map(({ path }) => path));
  }
  return reached;
}
