// The code of pages, by the build's own recipe: what the browser gets has the bytes and names of a build; the templates
// leave packages outside, so that React is loaded once.

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { ChromeFragment, TemplateBundle } from '../../../templates/page-input.ts';
import { type Bundler, createBundles } from '../../code/bundle-code.ts';
import type { PageCode } from '../../code/code-bundles.ts';
import { PROJECT } from '../../files/project.ts';
import type { PageJob } from '../../render/page-input/create-page-input.ts';
import type { LinkedFiles } from '../../render/page-kit.ts';
import type { OpenBuilds } from './open-builds.ts';
import { leavePackages, runFile } from './run-bundle.ts';

/** Code for the browser, and the templates. */
export interface PageBundle {
  /** Paths relative to the project. */
  readonly sources: ReadonlySet<string>;
  readonly assets: PageCode['assets'];
  /** What pages link. */
  readonly files: LinkedFiles;
  /** Equal files have equal templates. */
  readonly templatesFile: string;
}

/** Templates that run. */
export interface Templates {
  readonly render: (job: PageJob) => string;
  /** The components around the one that fails, innermost first; null where none fails. */
  readonly trace: (job: PageJob) => Promise<string | null>;
}

/** As the build prefixes the ids of shared fragments. */
const FRAGMENT_PREFIX = 'c';

/** Bundles templates, styles and browser code into a folder. @throws SiteError TEMPLATE_BROKEN, STYLE_BROKEN. */
export async function bundlePages(builds: OpenBuilds, dir: string): Promise<PageBundle> {
  const run = (options: BuildOptions) =>
    builds.run(options.platform === 'node' ? { ...options, plugins: [leavePackages] } : options);
  // The results are what the options of the recipe promise.
  const bundler = { build: run, transform: builds.transform } as Bundler;
  const { code, sources } = await createBundles(dir, bundler);
  const { assets, templatesFile, ...files } = code;
  return { sources: new Set(sources), assets, files, templatesFile };
}

/** Runs bundled templates. @throws what they throw when they are loaded. */
export function loadTemplates({ templatesFile }: PageBundle): Templates {
  // The bundle of `templates/bundle.ts`.
  const { createTemplates } = runFile(templatesFile) as { readonly createTemplates: () => TemplateBundle };
  const templates = createTemplates();
  const fragments = new WeakMap<PageJob['chrome']['value'], ChromeFragment>();
  const chromeOf = ({ chrome: { value } }: PageJob): ChromeFragment => {
    const chrome = fragments.get(value) ?? templates.renderChrome(value.input, value.words.value, FRAGMENT_PREFIX);
    fragments.set(value, chrome);
    return chrome;
  };
  return {
    render: (job) => templates.renderPage(job.input, { chrome: chromeOf(job), words: job.words.value }),
    trace: (job) => templates.traceFailure(job.input, job.words.value),
  };
}

/** Deletes templates that were replaced: each edit would leave some. */
export function removeTemplates({ templatesFile }: PageBundle): void {
  rmSync(dirname(templatesFile), { recursive: true, force: true });
}

/** The preview's own script, for the browser. */
export async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: ['cli/preview/browser/preview.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    target: ['chrome111', 'firefox115', 'safari16.4'],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
