// Requests the country of a visitor once from the configured endpoint, to preset the country of phone numbers.

import { BROWSER_WAIT_MS } from '../config/constants.ts';
import { readClientConfig } from './client-config.ts';
import { mayLoadThirdParties } from './third-parties/consent.ts';

let loading: Promise<string> | undefined;

/** ISO 3166-1 alpha-2; '' if unknown. Never rejects. */
export function loadCountry(): Promise<string> {
  if (!mayLoadThirdParties()) return Promise.resolve('');
  loading ??= fetchCountry(readClientConfig(document)?.geoUrl ?? null);
  return loading;
}

async function fetchCountry(address: string | null): Promise<string> {
  if (address === null) return '';
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(BROWSER_WAIT_MS), credentials: 'omit' });
    return response.ok ? parseCountry(await response.json()) : '';
  } catch {
    return '';
  }
}

/** The country of `{ country }`; '' for an unknown response. */
export function parseCountry(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return '';
  const { country } = answer as { readonly country?: unknown };
  return typeof country === 'string' && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : '';
}
