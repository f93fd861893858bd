// Whether services of others may load. A site that asks for consent loads none of them before the visitor accepts; every other site
// loads what is configured. The choice is stored without a cookie.

import { readClientConfig } from '../client-config.ts';
import { readStored, writeStored } from '../storage.ts';

type Choice = 'accepted' | 'rejected';

const STORED = 'consent';

/** Holds where nothing can be stored. */
let chosen: Choice | null = null;
let allow = () => {};
const allowed = new Promise<void>((resolve) => {
  allow = resolve;
});

/** Whether the browser sends the Global Privacy Control signal, which counts as a "no". */
export function hasPrivacySignal(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
}

/** What the visitor chose; null before a choice. */
export function readChoice(): Choice | null {
  const stored = readStored('localStorage', STORED);
  return stored === 'accepted' || stored === 'rejected' ? stored : chosen;
}

/** Keeps a choice. A page that has loaded services is reloaded without them. */
export function choose(choice: Choice): void {
  const wasAllowed = mayLoadOthers();
  chosen = choice;
  writeStored('localStorage', STORED, choice);
  if (mayLoadOthers()) allow();
  else if (wasAllowed) location.reload();
}

/** Whether services of others may load now. */
export function mayLoadOthers(): boolean {
  if (readClientConfig(document)?.asksConsent !== true) return true;
  return !hasPrivacySignal() && readChoice() === 'accepted';
}

/** Resolves when services of others may load, at the earliest now; perhaps never. */
export function whenAllowed(): Promise<void> {
  return mayLoadOthers() ? Promise.resolve() : allowed;
}
