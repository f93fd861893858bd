// Bundles the code of pages like a build, so that files for browsers have the same content and names. Packages are external in the
// templates, so that React is loaded once.

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import type { ChromeFragment, TemplateBundle } from '../../../templates/page-input.ts';
import { BROWSERS, type Bundler, createBundles } from '../../code/bundle-code.ts';
import type { PageCode } from '../../code/code-bundles.ts';
import { PROJECT } from '../../files/project.ts';
import type { PageJob } from '../../render/page-input/create-page-input.ts';
import type { PageCode as LoadedCode, Templates } from '../site/site-view.ts';
import { externalPackages, runFile } from './bundle-site.ts';
import type { OpenBuilds } from './open-builds.ts';

/** Code for the browser, and the loaded templates. */
export interface PageBundle {
  readonly assets: PageCode['assets'];
  readonly code: LoadedCode;
  /** Its name depends on its content. */
  readonly templatesFile: string;
}

/** Prefix of ids in shared fragments, as in a build. */
const FRAGMENT_PREFIX = 'c';

/**
 * Bundles templates, styles and browser code into a folder, and loads the templates. Returns the last bundle if it is the same.
 * @throws SiteError TEMPLATE_BROKEN, STYLE_BROKEN; the error of a module.
 */
export async function bundlePages(builds: OpenBuilds, dir: string, last: PageBundle | null): Promise<PageBundle> {
  const run = (options: BuildOptions) =>
    builds.run(options.platform === 'node' ? { ...options, plugins: [externalPackages] } : options);
  // The results have the types that esbuild gives for these options.
  const bundler = { build: run, transform: builds.transform } as Bundler;
  const { code } = await createBundles(dir, bundler);
  const { assets, templatesFile, ...files } = code;
  const hasTemplates = last?.templatesFile === templatesFile;
  if (hasTemplates && isDeepStrictEqual(last.code.files, files)) return last;
  const templates = hasTemplates ? last.code.templates : loadTemplates(templatesFile);
  // Every edit leaves some.
  if (last !== null && !hasTemplates) rmSync(dirname(last.templatesFile), { recursive: true, force: true });
  return { assets, code: { files, templates }, templatesFile };
}

function loadTemplates(templatesFile: string): Templates {
  // The bundle of `templates/bundle.ts`.
  const { createTemplates } = runFile(templatesFile) as { readonly createTemplates: () => TemplateBundle };
  const templates = createTemplates();
  const fragments = new WeakMap<PageJob['chrome']['value'], ChromeFragment>();
  const chromeOf = ({ chrome: { value }, chromeWords }: PageJob): ChromeFragment =>
    fragments.getOrInsertComputed(value, ({ input }) =>
      templates.renderChrome(input, chromeWords.value, FRAGMENT_PREFIX),
    );
  return {
    renderCard: templates.renderCard,
    render: (job) => templates.renderPage(job.input, { chrome: chromeOf(job), words: job.words.value }),
  };
}

export async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: ['cli/preview/browser/preview.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    target: BROWSERS,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
