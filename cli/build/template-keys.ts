// A key for each template: equal keys mean equal code. It covers every source file that the template's page and the
// shell around it reach, packages included, and the code that reads a page's facts. Words and config are no part of it:
// they reach a page through its input.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPLATES, type TemplateId } from '../../templates/template-ids.ts';
import { sha256 } from './content-hash.ts';

/** The part of esbuild's metafile that counts: which file imports which. */
export interface ImportGraph {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string }[] }>>;
}

/** What a template reaches, and the key of it. */
interface TemplateCode {
  readonly key: string;
  /** Paths relative to the project, sorted. */
  readonly files: readonly string[];
}

/** The code of every template. */
export type TemplateCodes = Readonly<Record<TemplateId, TemplateCode>>;

const SHELL = 'templates/bundle.ts';
/** Names every template's page: followed for the template in question only. */
const REGISTRY = 'templates/registry.ts';
/** A page's record is made by this code from the same bytes. */
const FACTS_CODE = [
  'build/page-facts',
  'build/structured-data-facts',
  'build/find-attributes',
  'build/page-records',
  'build/record-segments',
  'build/page-renderer',
  'build/page-uses',
  'build/site-path',
  'check/address',
  'check/page-brief',
  'check/page-rules',
  'check/rules',
].map((name) => `cli/${name}.ts`);

/** Makes the keys from the graph of one bundling. Paths of the graph are relative to the project. */
export function createTemplateCodes(project: string, graph: ImportGraph): TemplateCodes {
  const hashByFile = new Map<string, string>();
  const hashOf = (file: string) => {
    const hash = hashByFile.get(file) ?? sha256(readFileSync(join(project, file)));
    hashByFile.set(file, hash);
    return hash;
  };
  const shell = findReached(graph, SHELL);
  const codes = Object.entries(TEMPLATES).map(([template, { page }]) => {
    const entry = `templates/pages/${page}`;
    if (graph.inputs[entry] === undefined) throw new Error(`The template ${template} has no page ${entry}.`);
    const files = [...new Set([...shell, ...findReached(graph, entry), ...FACTS_CODE])].sort();
    return [template, { files, key: sha256(files.map((file) => `${file} ${hashOf(file)}`).join('\n')).slice(0, 20) }];
  });
  return Object.fromEntries(codes);
}

/** Every file that is reached from one, itself included; the registry is not followed. */
function findReached(graph: ImportGraph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const input = graph.inputs[file];
    if (reached.has(file) || file === REGISTRY || input === undefined) continue;
    reached.add(file);
    waiting.push(...input.imports.map(({ path }) => path));
  }
  return reached;
}
