// Starts the chat, which stays when pages are swapped.

import { readClientConfig } from '../client-config.ts';
import { loadScript } from './load-script.ts';

type ChatWindow = Window & { intercomSettings?: { readonly app_id: string } };

/** Loads the chat. */
export async function startChat(): Promise<void> {
  const config = readClientConfig(document);
  if (config?.scripts.chat === undefined || config.chatAppId === null) return;
  const target: ChatWindow = window;
  target.intercomSettings = { app_id: config.chatAppId };
  await loadScript(config.scripts.chat);
}
