// Decides whether third-party services may load. A site that asks for consent loads none before the visitor accepts; other sites load
// all configured ones. The choice is stored without a cookie.

import { readClientConfig } from '../client-config.ts';
import { readStored, writeStored } from '../storage.ts';

type Choice = 'accepted' | 'rejected';

const STORED = 'consent';

/** The choice, in case the browser cannot store it. */
let chosen: Choice | null = null;
let allow = () => {};
const allowed = new Promise<void>((resolve) => {
  allow = resolve;
});

/** Whether the browser sends the Global Privacy Control signal, which counts as a "no". */
export function hasPrivacySignal(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
}

/** The choice of the visitor; null before it is made. */
export function readChoice(): Choice | null {
  const stored = readStored('localStorage', STORED);
  return stored === 'accepted' || stored === 'rejected' ? stored : chosen;
}

/** Stores a choice. If services were loaded and are now rejected, reloads the page without them. */
export function choose(choice: Choice): void {
  const wasAllowed = mayLoadThirdParties();
  chosen = choice;
  writeStored('localStorage', STORED, choice);
  if (mayLoadThirdParties()) allow();
  else if (wasAllowed) location.reload();
}

/** Whether third-party services may load now. */
export function mayLoadThirdParties(): boolean {
  if (readClientConfig(document)?.asksConsent !== true) return true;
  return !hasPrivacySignal() && readChoice() === 'accepted';
}

/** Resolves when third-party services may load, which can be never. */
export function whenAllowed(): Promise<void> {
  return mayLoadThirdParties() ? Promise.resolve() : allowed;
}
