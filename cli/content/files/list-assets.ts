// Lists the assets of containers with their size and time, so that unchanged files need no requests. If the API does not list assets,
// each file is requested.

import * as z from 'zod';
import type { SiteConfig } from '../../../config/define-site.ts';
import type { ApiReader } from '../client/content-client.ts';
import { RequestFailure } from '../client/request-failure.ts';
import { fileKey } from './file-addresses.ts';

const listSchema = z.object({
  data: z.array(z.object({ url: z.string().nullable(), size_bytes: z.number().nullable(), last_modified: z.string() })),
  meta: z.object({ last_page: z.int().positive() }),
});

/** Assets per page. */
const LIMIT = 500;

interface ListInput {
  readonly site: SiteConfig;
  readonly service: { readonly url: string };
  readonly client: ApiReader;
}

/** Size and time of each listed asset in one string, by the key of the file. */
export async function listAssets({ site, service, client }: ListInput): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const container of site.content.assetContainers) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const list = await readList(client, `${client.api}/assets/${container}?limit=${LIMIT}&page=${page}`);
      if (list === null) break;
      last = list.meta.last_page;
      for (const { url, size_bytes: bytes, last_modified: time } of list.data) {
        const key = url === null ? null : fileKey(url, service.url);
        if (key !== null) found.set(key, `${bytes} ${time}`);
      }
    }
  }
  return found;
}

async function readList(client: ApiReader, path: string) {
  try {
    const answer = await client.getJson(path, { isAnswer: () => true });
    return answer.kind === 'json' ? (listSchema.safeParse(answer.value).data ?? null) : null;
  } catch (error) {
    if (error instanceof RequestFailure) return null;
    throw error;
  }
}
