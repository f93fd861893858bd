// Eleventy over planned pages: DATA is the data folder, OUT the output folder. With SERVICE, the address of the content service, it does
// sitegen's work: it fetches, sanitises and plans the articles itself, and writes a sitemap. Templates are plain functions (11ty.js),
// the fastest of Eleventy's languages. package.json overrides the package that copies files, which nothing here needs:
// the version that Eleventy asks for is not in every registry.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { DATA = '', OUT = '_site', SERVICE } = process.env;
const readJson = (name) => JSON.parse(readFileSync(join(DATA, name), 'utf8'));

export default function configure(config) {
  config.setQuietMode(true);
  config.setUseGitIgnore(false);
  config.addGlobalData('shared', () => readJson('shared.json'));
  config.addGlobalData('planned', loadPages);
  if (SERVICE === undefined) config.ignores.add('src/sitemap.11ty.js');
  return { dir: { input: 'src', output: OUT } };
}

async function loadPages() {
  if (SERVICE === undefined) return readdirSync(join(DATA, 'pages')).flatMap((name) => readJson(`pages/${name}`));
  // Not loaded by the other contender, which has nothing to sanitise.
  const { fetchSite } = await import('./fetch-site.js');
  return fetchSite(SERVICE, readJson('rest.json'));
}
