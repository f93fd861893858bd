// Builds planned pages with Eleventy. DATA is the data folder, OUT the output folder. With SERVICE, the URL of the content service, it does
// the same work as sitegen: it fetches, validates, sanitises and plans the articles itself, writes a sitemap and feeds, and checks the
// links. Templates are plain functions (11ty.js), which are the fastest. package.json overrides the package that copies files, because not every registry has its version.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { DATA = '', OUT = '_site', SERVICE } = process.env;
const readJson = (name) => JSON.parse(readFileSync(join(DATA, name), 'utf8'));

export default function configure(config) {
  config.setQuietMode(true);
  config.setUseGitIgnore(false);
  config.addGlobalData('shared', () => readJson('shared.json'));
  if (SERVICE === undefined) {
    config.addGlobalData('planned', () =>
      readdirSync(join(DATA, 'pages')).flatMap((name) => readJson(`pages/${name}`)),
    );
    for (const name of ['sitemap', 'feed']) config.ignores.add(`src/${name}.11ty.js`);
  } else doSameWork(config);
  return { dir: { input: 'src', output: OUT } };
}

/** Its modules are imported on demand, because the other contender does not need them. */
function doSameWork(config) {
  const site = import('./fetch-site.js').then(({ fetchSite }) => fetchSite(SERVICE, readJson('rest.json')));
  config.addGlobalData('planned', async () => (await site).pages);
  config.addGlobalData('feeds', async () => (await site).feeds);
  config.on('eleventy.after', async ({ results }) => {
    const { checkLinks } = await import('./check-links.js');
    checkLinks(results);
  });
}
