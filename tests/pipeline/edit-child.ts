// Run in a copy of the project with a cache folder and a number: bundles, edits the templates so many times meanwhile, each
// time as soon as esbuild has read them, and prints the bundles that the build would use.

import { appendFileSync } from 'node:fs';
import * as esbuild from 'esbuild';
import { type Bundler, bundleAndStore } from '../../cli/code/bundle-code.ts';
import { SHELL } from '../../cli/code/template-keys.ts';

const [cacheDir = '', most] = process.argv.slice(2);
let edits = 0;

const build: Bundler['build'] = async (options) => {
  const made = await esbuild.build(options);
  if (Array.isArray(options.entryPoints) && options.entryPoints[0] === SHELL && edits < Number(most)) {
    edits += 1;
    appendFileSync(SHELL, `\nglobalThis.edit = ${edits};\n`);
  }
  return made;
};

const { templatesFile, templates } = await bundleAndStore(cacheDir, { build, transform: esbuild.transform });
await esbuild.stop();
process.stdout.write(JSON.stringify({ templatesFile, templates }));
