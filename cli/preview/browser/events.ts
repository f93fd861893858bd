// The server's events, once for all tabs of a browser: a browser opens six connections to a host, and each stream would
// hold one. The tab that has the lock listens and passes on; where there are no locks every tab listens for itself.

type Listener = (event: { readonly name: string; readonly data: unknown }) => void;

const NAMES = ['state', 'requests'] as const;
const LOCK = 'sitegen-preview-events';

/** Listens until the page goes. */
export function listenToServer(listener: Listener): void {
  const channel = new BroadcastChannel(LOCK);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'what is new?') {
      if (last !== null && isLeading) channel.postMessage(last);
    } else listener(data);
  });
  let isLeading = false;
  let last: { readonly name: string; readonly data: unknown } | null = null;
  const lead = () =>
    new Promise<never>(() => {
      isLeading = true;
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
    channel.postMessage('what is new?');
  }
}
