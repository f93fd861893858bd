// Where a visitor seems to be, from the configured endpoint. It presets the country of phone numbers and nothing else; it is
// requested once, and a failure is an empty answer.

import { BROWSER_WAIT_MS } from '../config/constants.ts';
import { readClientConfig } from './client-config.ts';

/** ISO 3166-1 alpha-2 and an IP address; both '' where they are not known. */
export interface Geo {
  readonly country: string;
  readonly ip: string;
}

const NOWHERE: Geo = { country: '', ip: '' };

let asked: Promise<Geo> | undefined;

/** The visitor's place. Never rejects. */
export function loadGeo(): Promise<Geo> {
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

/** An unknown answer is an empty one. */
export function parseGeo(answer: unknown): Geo {
  if (typeof answer !== 'object' || answer === null) return NOWHERE;
  const { country, ip } = answer as { readonly country?: unknown; readonly ip?: unknown };
  return {
    country: typeof country === 'string' && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : '',
    ip: typeof ip === 'string' ? ip : '',
  };
}
