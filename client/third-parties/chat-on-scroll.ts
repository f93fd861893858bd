// Loads the chat when the visitor first scrolls, but not before the visitor allows it.

import { loadChunk } from '../chunks.ts';
import { readClientConfig } from '../client-config.ts';
import { whenAllowed } from './consent.ts';

/** Waits for the first scroll, if a chat is configured. */
export function startChatOnScroll(): void {
  if (readClientConfig(document)?.scripts.chat === undefined) return;
  const start = () => void whenAllowed().then(load);
  const load = () => loadChunk(() => import('./chat.ts')).then(({ startChat }) => startChat());
  addEventListener('scroll', start, { once: true, passive: true });
}
