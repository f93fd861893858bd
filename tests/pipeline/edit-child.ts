// Run in a copy of the project with a cache folder and a number: bundles, edits the templates so many times meanwhile, each
// time as soon as esbuild has read them, and prints what the build would go by.

import { appendFileSync } from 'node:fs';
import * as esbuild from 'esbuild';
import { type Bundler, bundleAnew } from '../../cli/code/bundle-code.ts';
import { SHELL } from '../../cli/code/template-keys.ts';
import { openFileHashes } from '../../cli/files/file-hashes.ts';

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

const place = { project: process.cwd(), cacheDir, hashes: openFileHashes({ cacheDir }) };
const { templatesFile, templates } = await bundleAnew(place, { build, transform: esbuild.transform });
await esbuild.stop();
process.stdout.write(JSON.stringify({ templatesFile, templates }));
