// Requests the country of a visitor once from the configured endpoint, to preset the country of phone numbers.

import { BROWSER_WAIT_MS } from '../config/constants.ts';
import { readClientConfig } from './client-config.ts';
import { mayLoadThirdParties } from './third-parties/consent.ts';

/** ISO 3166-1 alpha-2 and an IP address; '' if unknown. */
export interface Geo {
  readonly country: string;
  readonly ip: string;
}

const NOWHERE: Geo = { country: '', ip: '' };

let loading: Promise<Geo> | undefined;

/** Never rejects. */
export function loadGeo(): Promise<Geo> {
  if (!mayLoadThirdParties()) return Promise.resolve(NOWHERE);
  loading ??= fetchGeo(readClientConfig(document)?.geoUrl ?? null);
  return loading;
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

/** Both values are '' for an unknown response. */
export function parseGeo(answer: unknown): Geo {
  if (typeof answer !== 'object' || answer === null) return NOWHERE;
  const { country, ip } = answer as { readonly country?: unknown; readonly ip?: unknown };
  return {
    country: typeof country === 'string' && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : '',
    ip: typeof ip === 'string' ? ip : '',
  };
}
