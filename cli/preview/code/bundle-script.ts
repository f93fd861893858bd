// The preview's own script, for the browser.

import { PROJECT } from './project.ts';

/** Bundles it. */
export async function bundleScript(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: ['cli/preview/browser/preview.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    loader: { '.css': 'text' },
    target: ['chrome111', 'firefox115', 'safari16.4'],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
