// The small script of every page. It finds the islands and wakes one up on its first use; until then a page has
// loaded neither React nor any island. A 404 page loads what looks for the page elsewhere.

import { isIslandName } from './islands/registry.ts';

const WAKING_EVENTS = ['focusin', 'pointerdown'] as const;

for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) wakeOnFirstUse(element);

if (document.body.dataset.route?.startsWith('404') === true) void answerMissingPage();

async function answerMissingPage(): Promise<void> {
  const module = await import('./redirects/answer-missing-page.ts');
  await module.answerMissingPage();
}

function wakeOnFirstUse(element: HTMLElement): void {
  const name = element.dataset.island ?? '';
  if (!isIslandName(name)) return;
  const sleeping = new AbortController();
  const wake = async () => {
    sleeping.abort();
    const { hydrateIsland } = await import('./islands/hydrate-island.ts');
    await hydrateIsland(element, name);
  };
  // A chunk that does not load is reported as an unhandled rejection; the plain form keeps working.
  for (const event of WAKING_EVENTS) element.addEventListener(event, () => void wake(), { signal: sleeping.signal });
}
