// Which requests are allowed: only those that name this server by one of its own addresses (against DNS rebinding), and to
// the preview's own addresses only those of its own pages, or of no page at all.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** The names, without port, under which a server that listens on `host` accepts requests. */
export function allowedHosts(host: string): ReadonlySet<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (!isEveryAddress(bare)) return new Set([...LOOPBACK_NAMES, bracketed(bare.toLowerCase())]);
  return new Set([...LOOPBACK_NAMES, ...listOwnAddresses().map(({ address }) => bracketed(address))]);
}

/** The names, without port, under which other machines reach a server that listens on `host`; null for loopback. */
export function networkHosts(host: string): readonly string[] | null {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (LOOPBACK_NAMES.includes(bracketed(bare)) || bare.startsWith('127.')) return null;
  if (!isEveryAddress(bare)) return [bracketed(bare)];
  return listOwnAddresses()
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function listOwnAddresses() {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Whether a request names one of the hosts, with any port: a tunnel may have its own. */
export function isAllowedHost({ headers }: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(?::\d+)?$/i.exec(headers.host ?? '')?.[1];
  return name !== undefined && hosts.has(name.toLowerCase());
}

/**
 * Whether a page of another site sent the request. Browsers send `Sec-Fetch-Site`, but only to loopback and over HTTPS;
 * elsewhere `Origin` has to name this server, as every browser sends it with a POST. Programs send neither.
 */
export function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== host?.toLowerCase();
}
