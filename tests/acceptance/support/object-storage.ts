// A built site as the website endpoint of an object storage serves it: no rewriting, index documents of folders, one error
// document for everything else.

import { type Host, type SiteServer, startServer } from '../../service/site-server.ts';
import { readPublishedFiles } from './published-files.ts';
import type { BuiltFolder } from './sample.ts';

/** Serves a built site. `change` is done to the HTML of every page. */
export function serveAsObjectStorage(site: BuiltFolder, change?: (html: string) => string): Promise<SiteServer> {
  const files = readPublishedFiles(site, change);
  const host: Host = (path, search) => {
    const name = decodeURIComponent(path).slice(1);
    const file = name === '' || name.endsWith('/') ? `${name}index.html` : name;
    if (files.has(file)) return files.send(file);
    if (files.has(`${file}/index.html`)) return { status: 302, headers: { location: `${path}/${search}` }, body: '' };
    return files.send('404.html', 404);
  };
  return startServer(host);
}
