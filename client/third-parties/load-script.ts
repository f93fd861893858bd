// Loads the script of a service once, however many parts of a page need it. A script that is blocked or fails leaves the
// page as it is.

const loadingByAddress = new Map<string, Promise<boolean>>();

/** Resolves with whether the script ran; never rejects. */
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
