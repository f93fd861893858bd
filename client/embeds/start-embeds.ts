// Loads embeds when they are near the viewport. Each has a link, which stays if the service is not configured, blocked or fails.

import { readClientConfig } from '../client-config.ts';
import { loadScript } from '../third-parties/load-script.ts';
import { type EmbedRequest, PROVIDERS } from './providers.ts';

/** Half a viewport ahead. */
const MARGIN = '50%';

/** Watches the embeds of the page until `signal` is aborted. */
export function startEmbeds(signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        void fill(target);
      }
    },
    { rootMargin: MARGIN },
  );
  for (const place of document.querySelectorAll('[data-embed]')) observer.observe(place);
  signal.addEventListener('abort', () => observer.disconnect());
}

async function fill(place: HTMLElement): Promise<void> {
  const request = readRequest(place);
  if (request === null) return;
  const provider = PROVIDERS[request.provider];
  const element = provider.createElement(request);
  if (element === null) return;
  place.dataset.embedState = 'loading';
  // The script searches the document for it.
  const target = document.createElement('div');
  target.className = 'embed__content';
  target.append(element);
  place.append(target);
  const isLoaded = await loadScript(request.script);
  if (isLoaded) provider.render?.(target, request);
  else target.remove();
  place.dataset.embedState = isLoaded ? 'filled' : 'failed';
}

/** Null if the service is not configured. */
function readRequest(place: HTMLElement): EmbedRequest | null {
  const config = readClientConfig(document);
  const provider = place.dataset.embed;
  if (config === null || !isProvider(provider)) return null;
  const script = config.scripts[provider];
  if (script === undefined) return null;
  const link = place.querySelector<HTMLAnchorElement>('a[href]');
  const label = link?.textContent ?? '';
  return { provider, script, href: link?.href ?? null, label, formId: place.dataset.embedForm ?? null, config };
}

function isProvider(name: string | undefined): name is keyof typeof PROVIDERS {
  return name !== undefined && Object.hasOwn(PROVIDERS, name);
}
