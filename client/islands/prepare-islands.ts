// Hydrates each island of a page on its first use. Until then neither React nor the island is loaded, and the HTML works without them.

import { loadChunk } from '../chunks.ts';
import { isIslandName } from './registry.ts';

const FIRST_USE_EVENTS = ['focusin', 'pointerdown'] as const;
/** A form is sent, or the browser refuses to send it and would show its own messages. */
const SUBMISSION_EVENTS = ['submit', 'invalid'] as const;

/** Prepares the islands of the document until `signal` is aborted. */
export function prepareIslands(signal: AbortSignal): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) hydrateOnFirstUse(element, signal);
}

function hydrateOnFirstUse(element: HTMLElement, signal: AbortSignal): void {
  const name = element.dataset.island ?? '';
  if (!isIslandName(name)) return;
  let hydrated: Promise<void> | undefined;
  const start = async () => {
    const { hydrateIsland } = await loadChunk(() => import('./hydrate-island.ts'));
    await hydrateIsland(element, name, signal);
  };
  const hydrate = () => {
    hydrated ??= start();
    return hydrated;
  };
  // A chunk that cannot be loaded is an unhandled rejection; the HTML still works.
  for (const event of FIRST_USE_EVENTS) element.addEventListener(event, () => void hydrate(), { signal, once: true });
  holdSubmissions(element, hydrate, signal);
  // A query in the address hydrates the island at once.
  const parameter = element.dataset.islandParameter;
  if (parameter !== undefined && new URLSearchParams(location.search).has(parameter)) void hydrate();
}

/** A form that is sent before its island is ready waits for the island, which has its own messages and sends more than the fields. */
function holdSubmissions(element: HTMLElement, hydrate: () => Promise<void>, signal: AbortSignal): void {
  const waiting = new AbortController();
  let isHeld = false;
  const send = async (form: HTMLFormElement) => {
    const isReady = await hydrate().then(
      () => true,
      () => false,
    );
    waiting.abort();
    if (isReady) form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    // Without its island it is a plain form. Browsers ignore this call during the event.
    else setTimeout(() => form.requestSubmit());
  };
  const hold = (event: Event) => {
    const form = element.querySelector('form');
    // Set by the island as soon as it is ready.
    if (form === null || form.noValidate) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isHeld) void send(form);
    isHeld = true;
  };
  const options = { capture: true, signal: AbortSignal.any([waiting.signal, signal]) };
  for (const event of SUBMISSION_EVENTS) element.addEventListener(event, hold, options);
}
