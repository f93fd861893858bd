// The files of every host that the site could be put on. Each host has its own module; a new one is a row here.

import { HOSTS, type HostName } from '../../../config/define-site.ts';
import type { Problem } from '../../errors.ts';
import { renderCloudflare } from './cloudflare.ts';
import type { HostInput, HostMap } from './host-map.ts';
import { renderNetlify } from './netlify.ts';
import { renderNginx } from './nginx.ts';

const RENDER_BY_HOST = {
  netlify: renderNetlify,
  cloudflare: renderCloudflare,
  nginx: renderNginx,
} satisfies Record<HostName, (input: HostInput) => HostMap>;

/** Renders the redirect map and headers of every host, with what each one loses. */
export function renderHosts(input: HostInput): {
  readonly filesByHost: ReadonlyMap<HostName, HostMap['files']>;
  readonly problems: readonly Problem[];
} {
  const maps = HOSTS.map((host) => [host, RENDER_BY_HOST[host](input)] as const);
  return {
    filesByHost: new Map(maps.map(([host, { files }]) => [host, files])),
    problems: maps.flatMap(([, { problems }]) => problems),
  };
}
