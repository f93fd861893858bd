// The files of `out/` by their path, each with the headers that the manifest lists for it, as an upload would set them.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { HostAnswer } from '../../service/site-server.ts';
import type { BuiltFolder } from './sample.ts';

const manifest = z.object({
  files: z.array(z.object({ path: z.string(), contentType: z.string(), cacheControl: z.string() })),
});

/** The files of a site. Paths are relative to `out/`, decoded. */
export interface PublishedFiles {
  readonly has: (path: string) => boolean;
  /** A file as an answer. */
  readonly send: (path: string, status?: number) => HostAnswer;
}

/** Reads which files there are. `change` is done to the HTML of every page. */
export function readPublishedFiles(
  { folder, outDir }: BuiltFolder,
  change: (html: string) => string = (html) => html,
): PublishedFiles {
  const { files } = manifest.parse(JSON.parse(readFileSync(join(folder, '.sitegen/manifest.json'), 'utf8')));
  const rows = new Map(files.map((file) => [file.path, file]));
  return {
    has: (path) => path !== '' && existsSync(join(outDir, path)) && statSync(join(outDir, path)).isFile(),
    send: (path, status = 200) => {
      const row = rows.get(path);
      const body = readFileSync(join(outDir, path));
      return {
        status,
        headers: {
          'content-type': row?.contentType ?? 'application/octet-stream',
          'cache-control': row?.cacheControl ?? 'no-cache',
        },
        body: path.endsWith('.html') ? change(body.toString('utf8')) : body,
      };
    },
  };
}
