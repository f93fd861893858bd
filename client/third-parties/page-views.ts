// Page views for the tag manager: one event a route change, the first page included, a moment after it (section 2).

import { PAGE_VIEW_DELAY_MS } from '../../config/constants.ts';
import { readClientConfig } from '../client-config.ts';
import { wait } from '../wait.ts';
import { loadScript } from './load-script.ts';

/** What a container reads: events, in the order of their making, whether it has loaded or not. */
type TagManagerWindow = Window & { dataLayer?: Record<string, unknown>[] };

/** Sends the view of the page that shows. The container is loaded with the first one. */
export async function sendPageView(): Promise<void> {
  const script = readClientConfig(document)?.scripts['tag-manager'];
  if (script === undefined) return;
  const view = {
    event: 'page_view',
    route: document.body.dataset.route,
    page_path: location.pathname,
    page_location: location.href,
    page_title: document.title,
  };
  await wait(PAGE_VIEW_DELAY_MS);
  const target: TagManagerWindow = window;
  target.dataLayer ??= [{ 'gtm.start': Date.now(), event: 'gtm.js' }];
  target.dataLayer.push(view);
  await loadScript(script);
}
