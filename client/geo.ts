// Requests the country of a visitor once from the configured endpoint, to preset the country of phone numbers.

import { BROWSER_WAIT_MS } from '../config/constants.ts';
import { readClientConfig } from './client-config.ts';
import { mayLoadOthers } from './third-parties/consent.ts';

/** ISO 3166-1 alpha-2 and an IP address; '' if unknown. */
export interface Geo {
  readonly country: string;
  readonly ip: string;
}

const NOWHERE: Geo = { country: '', ip: '' };

let asked: Promise<Geo> | undefined;

/** Never rejects. */
export function loadGeo(): Promise<Geo> {
  if (!mayLoadOthers()) return Promise.resolve(NOWHERE);
  asked ??= fetchGeo(readClientConfig(document)?.geoUrl ?? null);
  return asked;
}

async function fetchGeo(address: string | null): Promise<Geo> {
  if (address === null) return NOWHERE;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(BROWSER_WAIT_MS), credentials: 'omit' });
    return response.ok ? parseGeo(await response.json()) : NOWHERE;
  } catch {
    return NOWHERE;
  }
}

/** Unknown responses have no values. */
export function parseGeo(answer: unknown): Geo {
  if (typeof answer !== 'object' || answer === null) return NOWHERE;
  const { country, ip } = answer as { readonly country?: unknown; readonly ip?: unknown };
  return {
    country: typeof country === 'string' && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : '',
    ip: typeof ip === 'string' ? ip : '',
  };
}
