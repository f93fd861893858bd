// A thread with the site in it: config, words, content, routes, and what each page shows. Waiting, it has the packages
// loaded and the machine compiled; the material comes with the start.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { workerData } from 'node:worker_threads';
import type { Report } from '../../report/report-event.ts';
import type { SiteCalls, SiteRequest } from '../site/site-calls.ts';
import { serveBundle, type ThreadStart } from './serve-bundle.ts';

/** What the thread is made with. */
export interface SiteThreadData {
  /** Path of the machine's bundle. */
  readonly machine: string;
  /** Paths of the packages that it loads. */
  readonly packages: readonly string[];
}

/** A start and a request of the thread that runs. */
export interface SiteRehearsal {
  readonly start: ThreadStart;
  readonly request: SiteRequest;
}

/** The bundle of `site/serve-site.ts`. */
interface Machine {
  readonly createSiteCalls: (options: unknown, report: Report) => Promise<SiteCalls>;
}

/** The bundle of config, words and schemas: its modules by their paths in the project. */
interface Material {
  readonly modules: Readonly<Record<string, () => unknown>>;
}

type Require = (name: string) => unknown;

const MATERIAL = 'material:';

const { machine, packages }: SiteThreadData = workerData;
const requireFile = createRequire(import.meta.url);
for (const file of packages) requireFile(file);
const runMachine = compileBundle(machine);

const startSite = ({ bundle, options }: ThreadStart, report: Report) => {
  // The bundles of `code/site-bundles.ts`.
  const { modules } = compileBundle(bundle)(requirePackage) as Material;
  const site = runMachine((name) =>
    name.startsWith(MATERIAL) ? modules[name.slice(MATERIAL.length)]?.() : requirePackage(name),
  ) as Machine;
  return site.createSiteCalls(options, report);
};

serveBundle(startSite, async ({ start, request }: SiteRehearsal) => {
  // Other code of the same machine runs faster, too: what was compiled and learned is kept with its source.
  const calls = await startSite(start, () => undefined);
  await calls.answer(request);
});

/** A bundle in CommonJS as a function that runs it; unlike an imported module it is forgotten with its last user. */
function compileBundle(file: string): (require: Require) => unknown {
  const compiled = compileFunction(readFileSync(file, 'utf8'), ['require', 'module', 'exports'], { filename: file });
  return (require) => {
    const module = { exports: {} };
    compiled(require, module, module.exports);
    return module.exports;
  };
}

/** A package as code in CommonJS sees it: what it exports by default is the package, with its other names on it. */
function requirePackage(name: string): unknown {
  const loaded: unknown = requireFile(name);
  if (typeof loaded !== 'object' || loaded === null || !('default' in loaded) || !isNamespace(loaded)) return loaded;
  const { default: own, ...names } = loaded;
  if ((typeof own !== 'function' && typeof own !== 'object') || own === null) return own;
  const find = (target: object, key: string | symbol) => (Object.hasOwn(names, key) ? names : target);
  return new Proxy(own, { get: (target, key) => Reflect.get(find(target, key), key) });
}

/** Whether a required value is the namespace of an ECMAScript module. */
function isNamespace(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Module]';
}
