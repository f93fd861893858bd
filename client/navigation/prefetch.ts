// Prefetches pages whose links a visitor points at or focuses, or that are in the viewport. Not on a slow or metered connection.

import { isPagePath } from '../links/links.ts';
import { prefetchPage } from './load-page.ts';

/** Concurrent requests for links in the viewport. */
const PARALLEL = 2;

const queue: string[] = [];
let running = 0;

const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
    observer.unobserve(target);
    enqueue(target);
  }
});

/** Starts to watch pointer, focus and the links of each page. */
export function startPrefetching(): void {
  for (const event of ['pointerover', 'focusin'] as const)
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link !== null && isWanted(link)) void prefetchPage(link.pathname);
    });
  addEventListener('sitegen:page', watchLinks);
  watchLinks();
}

/** Without links of header and footer, which are the same on every page. */
function watchLinks(): void {
  observer.disconnect();
  queue.length = 0;
  if (!isCheap()) return;
  for (const link of document.querySelectorAll('main a[href]')) observer.observe(link);
}

function enqueue(link: HTMLAnchorElement): void {
  if (!isWanted(link)) return;
  queue.push(link.pathname);
  void work();
}

async function work(): Promise<void> {
  if (running >= PARALLEL) return;
  running += 1;
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) await prefetchPage(path);
  running -= 1;
}

function isWanted({ origin, pathname, target }: HTMLAnchorElement): boolean {
  const isOther = origin === location.origin && pathname !== location.pathname && isPagePath(pathname);
  return isOther && target === '' && isCheap();
}

/** Not every browser has the Network Information API. */
function isCheap(): boolean {
  const { connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  };
  return connection?.saveData !== true && connection?.effectiveType?.includes('2g') !== true;
}
