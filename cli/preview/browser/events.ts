// Receives the events of the server once for all tabs, because browsers open only six connections to a host and each stream needs one.
// The tab with the lock listens and broadcasts. Without the Web Locks API each tab listens on its own.

import type { ServerState } from '../server/preview-api.ts';

const LOCK = 'sitegen-preview-events';
/** Sent by a new tab, which needs the current state. */
const HELLO = 'hello';

/** Listens until the page is closed. */
export function listenToServer(listener: (state: ServerState) => void): void {
  const channel = new BroadcastChannel(LOCK);
  channel.addEventListener('message', ({ data }) => {
    if (data === HELLO) {
      if (last !== null && isLeader) channel.postMessage(last);
    } else listener(data);
  });
  let isLeader = false;
  let last: ServerState | null = null;
  const lead = () =>
    new Promise<never>(() => {
      isLeader = true;
      new EventSource('/__sitegen/events').addEventListener('message', ({ data }) => {
        // Sent by our server.
        const state = JSON.parse(data) as ServerState;
        last = state;
        listener(state);
        channel.postMessage(state);
      });
    });
  if (navigator.locks === undefined) void lead();
  else {
    void navigator.locks.request(LOCK, lead);
    channel.postMessage(HELLO);
  }
}
