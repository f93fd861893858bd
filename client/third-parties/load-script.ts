// Loads the script of a service once. Blocked or failing scripts do not affect the page.

const loadingByAddress = new Map<string, Promise<boolean>>();

/** Resolves to whether the script was loaded; never rejects. */
export function loadScript(address: string): Promise<boolean> {
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
