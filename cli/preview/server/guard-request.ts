// Who may ask: only requests that name this server by an address of its own, so that no foreign host name leads here
// (DNS rebinding), and the preview's own addresses only from its own pages or from no page at all.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** The names, without port, under which a server that listens on `host` may be asked. */
export function allowedHosts(host: string): ReadonlySet<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (bare !== '0.0.0.0' && bare !== '::') return new Set([...LOOPBACK_NAMES, bracketed(bare.toLowerCase())]);
  const own = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address),
  );
  return new Set([...LOOPBACK_NAMES, ...own.map(bracketed)]);
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Whether a request names one of the hosts, with any port: a tunnel may have its own. */
export function isAllowedHost({ headers }: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(?::\d+)?$/i.exec(headers.host ?? '')?.[1];
  return name !== undefined && hosts.has(name.toLowerCase());
}

/** Whether a page of another site sent the request (Fetch Metadata). Programs send no such header. */
export function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
