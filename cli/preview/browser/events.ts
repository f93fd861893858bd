// Receives the events of the server once for all tabs, because browsers open only six connections to a host and each stream needs one.
// The tab with the lock listens and broadcasts. Without the Web Locks API each tab listens on its own.

type Listener = (event: { readonly name: string; readonly data: unknown }) => void;

const NAMES = ['state', 'requests'] as const;
const LOCK = 'sitegen-preview-events';
/** Sent by a new tab, which needs the current state. */
const HELLO = 'hello';

/** Listens until the page is closed. */
export function listenToServer(listener: Listener): void {
  const channel = new BroadcastChannel(LOCK);
  channel.addEventListener('message', ({ data }) => {
    if (data === HELLO) {
      if (last !== null && isLeader) channel.postMessage(last);
    } else listener(data);
  });
  let isLeader = false;
  let last: { readonly name: string; readonly data: unknown } | null = null;
  const lead = () =>
    new Promise<never>(() => {
      isLeader = true;
      const source = new EventSource('/__sitegen/events');
      for (const name of NAMES)
        source.addEventListener(name, ({ data }) => {
          const event = { name, data: JSON.parse(data) };
          if (name === 'state') last = event;
          listener(event);
          channel.postMessage(event);
        });
    });
  if (navigator.locks === undefined) void lead();
  else {
    void navigator.locks.request(LOCK, lead);
    channel.postMessage(HELLO);
  }
}
