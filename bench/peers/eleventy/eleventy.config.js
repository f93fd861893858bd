// Builds planned pages with Eleventy. DATA is the data folder, OUT the output folder. With SERVICE, the URL of the content service, it does
// the same work as sitegen: it fetches, sanitises and plans the articles itself, and writes a sitemap. Templates are plain functions
// (11ty.js), which are the fastest. package.json overrides the package that copies files, because not every registry has its version.

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
  // Imported on demand, because without SERVICE nothing is sanitised.
  const { fetchSite } = await import('./fetch-site.js');
  return fetchSite(SERVICE, readJson('rest.json'));
}
