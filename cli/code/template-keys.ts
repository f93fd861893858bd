// Creates a key for the code of each template: a hash of all source files that the template and the shell import, including packages,
// and of the whole program. Messages are not included, because pages record the messages that they read.

import { TEMPLATES, type TemplateId, type TemplateRow } from '../../templates/template-ids.ts';
import { sha256 } from '../files/content-hash.ts';
import { listFiles } from '../files/list-files.ts';

/** The imports of each file, from esbuild's metafile. */
export interface ImportGraph {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string }[] }>>;
}

/** The key of the code of every template. */
export type TemplateCodes = Readonly<Record<TemplateId, string>>;

/** Entry point of the template bundle. */
export const SHELL = 'templates/bundle.ts';
/** Imports the components of all templates, so its imports are not followed. */
const TABLE = 'templates/registry.ts';

/** The source files that affect every page: all but templates, client, messages and content. Relative to the project. */
export function listProgram(project: string): readonly string[] {
  return listFiles(project, ['cli/**', 'config/**', 'content/*.ts', 'locales/*.ts', 'package-lock.json']);
}

/** Creates the keys. Paths are relative to the project. */
export function createTemplateCodes(
  graph: ImportGraph,
  program: readonly string[],
  hashSource: (file: string) => string,
): TemplateCodes {
  const hashByFile = new Map<string, string>();
  const hashOf = (file: string) => hashByFile.getOrInsertComputed(file, hashSource);
  const ofAll = [...findReached(graph, SHELL), ...program];
  const rows = Object.entries<TemplateRow>(TEMPLATES).map(([template, { page }]) => {
    const files = [...new Set([...ofAll, ...findReached(graph, `templates/pages/${page}`)])].sort();
    // The version of Node, because it formats dates.
    const key = sha256([process.version, ...files.map((file) => `${file} ${hashOf(file)}`)].join('\n')).slice(0, 20);
    return [template, key] as const;
  });
  return Object.fromEntries(rows) as TemplateCodes;
}

/** A file and everything that it imports, directly or not. */
function findReached(graph: ImportGraph, start: string): ReadonlySet<string> {
  if (graph.inputs[start] === undefined) throw new Error(`The templates do not import ${start}.`);
  const reached = new Set([start]);
  for (const file of reached)
    for (const { path } of (file === TABLE ? undefined : graph.inputs[file])?.imports ?? [])
      if (graph.inputs[path] !== undefined) reached.add(path);
  return reached;
}
