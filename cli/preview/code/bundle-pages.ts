// Bundles the code of pages like a build, so that files for browsers have the same content and names. Packages are external in the
// templates, so that React is loaded once.

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { ChromeFragment, TemplateBundle } from '../../../templates/page-input.ts';
import { type Bundler, createBundles } from '../../code/bundle-code.ts';
import type { PageCode } from '../../code/code-bundles.ts';
import { PROJECT } from '../../files/project.ts';
import type { PageJob } from '../../render/page-input/create-page-input.ts';
import type { LinkedFiles } from '../../render/page-kit.ts';
import type { Templates } from '../site/site-view.ts';
import { externalPackages, runFile } from './bundle-site.ts';
import type { OpenBuilds } from './open-builds.ts';

/** Code for the browser, and the templates. */
export interface PageBundle {
  /** Paths relative to the project. */
  readonly sources: ReadonlySet<string>;
  readonly assets: PageCode['assets'];
  /** The files that pages link to. */
  readonly files: LinkedFiles;
  /** Its name depends on its content. */
  readonly templatesFile: string;
}

/** Prefix of ids in shared fragments, as in a build. */
const FRAGMENT_PREFIX = 'c';

/** Bundles templates, styles and browser code into a folder. @throws SiteError TEMPLATE_BROKEN, STYLE_BROKEN. */
export async function bundlePages(builds: OpenBuilds, dir: string): Promise<PageBundle> {
  const run = (options: BuildOptions) =>
    builds.run(options.platform === 'node' ? { ...options, plugins: [externalPackages] } : options);
  // The results have the types that esbuild gives for these options.
  const bundler = { build: run, transform: builds.transform.bind(builds) } as Bundler;
  const { code, sources } = await createBundles(dir, bundler);
  const { assets, templatesFile, ...files } = code;
  return { sources: new Set(sources), assets, files, templatesFile };
}

/** Loads bundled templates. @throws the error of a module. */
export function loadTemplates({ templatesFile }: PageBundle): Templates {
  // The bundle of `templates/bundle.ts`.
  const { createTemplates } = runFile(templatesFile) as { readonly createTemplates: () => TemplateBundle };
  const templates = createTemplates();
  const fragments = new WeakMap<PageJob['chrome']['value'], ChromeFragment>();
  const chromeOf = ({ chrome: { value }, chromeWords }: PageJob): ChromeFragment => {
    const chrome = fragments.get(value) ?? templates.renderChrome(value.input, chromeWords.value, FRAGMENT_PREFIX);
    fragments.set(value, chrome);
    return chrome;
  };
  return {
    renderCard: templates.renderCard,
    render: (job) => templates.renderPage(job.input, { chrome: chromeOf(job), words: job.words.value }),
    trace: (job) => templates.traceFailure(job.input, job.words.value),
  };
}

/** Deletes replaced templates. Every edit leaves some. */
export function removeTemplates({ templatesFile }: PageBundle): void {
  rmSync(dirname(templatesFile), { recursive: true, force: true });
}

/** Bundles the script of the preview. */
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
