// Decides which requests are allowed. The host name must be an address of this server, which prevents DNS rebinding. The API of the
// preview accepts no requests from pages of other sites.

import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The secret of webhooks. `secret` is empty if none is set. Never printed. */
export interface WebhookSecret {
  readonly isNeeded: boolean;
  readonly secret: string;
}

const SECRET_HEADER = 'x-sitegen-token';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** The host names, without port, that a server on `host` accepts. */
export function allowedHosts(host: string): ReadonlySet<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (!isEveryAddress(bare)) return new Set([...LOOPBACK_NAMES, bracketed(bare.toLowerCase())]);
  return new Set([...LOOPBACK_NAMES, ...listOwnAddresses().map(({ address }) => bracketed(address))]);
}

/** The host names, without port, by which other machines can reach a server on `host`; null for loopback. */
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

/** The host as URLs have it. */
export function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Whether a request has one of the host names. Any port is allowed, because a tunnel can have its own. */
export function isAllowedHost({ headers }: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(?::\d+)?$/i.exec(headers.host ?? '')?.[1];
  return name !== undefined && hosts.has(name.toLowerCase());
}

/**
 * Whether a page of another site sent the request. Browsers send `Sec-Fetch-Site` only to loopback and over HTTPS. For other hosts
 * `Origin` must be this server, which browsers send with each POST. Programs send neither header.
 */
export function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== host?.toLowerCase();
}

/** Why a webhook is refused; null if it is allowed. Takes equally long for every wrong secret. */
export function refuseWebhook({ headers }: IncomingMessage, { isNeeded, secret }: WebhookSecret): string | null {
  if (!isNeeded) return null;
  if (secret === '')
    return 'This preview accepts no webhooks, because it has no secret. Start it with SITEGEN_PREVIEW_TOKEN, and give the service the same value (WEBSITE_PREVIEW_TOKEN in the .env of Statamic).';
  const digest = (text: string) => hash('sha256', text, 'buffer');
  const isRight = timingSafeEqual(digest(String(headers[SECRET_HEADER] ?? '')), digest(secret));
  return isRight ? null : 'The header X-Sitegen-Token does not have the value of SITEGEN_PREVIEW_TOKEN.';
}
