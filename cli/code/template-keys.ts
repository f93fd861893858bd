// A key for each template: equal keys mean equal code. It covers every source file that the template and the shell around it
// import, packages included, and the whole program. Words are not part of it: pages record the words that they read.

import { TEMPLATES, type TemplateId, type TemplateRow } from '../../templates/template-ids.ts';
import { sha256 } from '../files/content-hash.ts';
import { listFiles } from '../files/list-files.ts';

/** The imports of each file, from esbuild's metafile. */
export interface ImportGraph {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string }[] }>>;
}

/** The code of one template. */
interface TemplateCode {
  readonly key: string;
  /** How many source files it imports. */
  readonly sources: number;
}

/** The code of every template. */
export type TemplateCodes = Readonly<Record<TemplateId, TemplateCode>>;

/** The module that the bundle of the templates begins with. */
export const SHELL = 'templates/bundle.ts';
/** Imports the component of every template; each is followed for its own template only. */
const TABLE = 'templates/registry.ts';

/** The sources that every page is made with: all but templates, client, words and content. Paths relative to the project. */
export function listProgram(project: string): readonly string[] {
  return listFiles(project, ['cli/**', 'config/**', 'content/*.ts', 'locales/*.ts', 'package-lock.json']);
}

/** Makes the keys, of one bundling. Paths are relative to the project. */
export function createTemplateCodes(
  graph: ImportGraph,
  program: readonly string[],
  hashSource: (file: string) => string,
): TemplateCodes {
  const hashByFile = new Map<string, string>();
  const hashOf = (file: string) => {
    const hash = hashByFile.get(file) ?? hashSource(file);
    hashByFile.set(file, hash);
    return hash;
  };
  const ofAll = [...findReached(graph, SHELL), ...program];
  const rows = Object.entries<TemplateRow>(TEMPLATES).map(([template, { page }]) => {
    const files = [...new Set([...ofAll, ...findReached(graph, `templates/pages/${page}`)])].sort();
    const key = sha256(files.map((file) => `${file} ${hashOf(file)}`).join('\n')).slice(0, 20);
    return [template, { key, sources: files.length }] as const;
  });
  return Object.fromEntries(rows) as TemplateCodes;
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
