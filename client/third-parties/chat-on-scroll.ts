// Loads the chat when a visitor first scrolls.

import { loadChunk } from '../chunks.ts';
import { readClientConfig } from '../client-config.ts';

/** Waits for the first scroll, if a chat is configured. */
export function startChatOnScroll(): void {
  if (readClientConfig(document)?.scripts.chat === undefined) return;
  const start = () => void loadChunk(() => import('./chat.ts')).then(({ startChat }) => startChat());
  addEventListener('scroll', start, { once: true, passive: true });
}
