// Eleventy over planned pages: DATA is the data folder, OUT the output folder. Templates are plain functions (11ty.js),
// the fastest of Eleventy's languages. package.json overrides the package that copies files, which nothing here needs:
// the version that Eleventy asks for is not in every registry.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { DATA = '', OUT = '_site' } = process.env;
const readJson = (name) => JSON.parse(readFileSync(join(DATA, name), 'utf8'));

export default function configure(config) {
  config.setQuietMode(true);
  config.setUseGitIgnore(false);
  config.addGlobalData('shared', () => readJson('shared.json'));
  config.addGlobalData('planned', () => readdirSync(join(DATA, 'pages')).flatMap((name) => readJson(`pages/${name}`)));
  return { dir: { input: 'src', output: OUT } };
}
