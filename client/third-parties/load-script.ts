// Loads the script of a service once, but not before the visitor allows it. Blocked or failing scripts do not affect the page.

import { mayLoadThirdParties } from './consent.ts';

const loadingByAddress = new Map<string, Promise<boolean>>();

/** Resolves to whether the script was loaded; never rejects. */
export function loadScript(address: string): Promise<boolean> {
  if (!mayLoadThirdParties()) return Promise.resolve(false);
  const known = loadingByAddress.get(address);
  if (known !== undefined) return known;
  const loading = new Promise<boolean>((resolve) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
  loadingByAddress.set(address, loading);
  return loading;
}
