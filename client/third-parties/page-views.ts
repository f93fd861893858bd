// Sends a page view to the tag manager shortly after each page is shown.

import { readClientConfig } from '../client-config.ts';
import { loadScript } from './load-script.ts';

/** Events for the container, which reads them when it is loaded. */
type TagManagerWindow = Window & { dataLayer?: unknown };

/** The view of a page. */
export interface PageView {
  readonly route: string | undefined;
  readonly page_path: string;
  readonly page_location: string;
  readonly page_title: string;
}

/** Sends a view when it is due. Loads the container for the first one. */
export async function sendPageView(view: PageView, due: Promise<void>): Promise<void> {
  const script = readClientConfig(document)?.scripts['tag-manager'];
  if (script === undefined) return;
  await due;
  const target: TagManagerWindow = window;
  // An element with this id would be a global, too.
  const events: unknown[] = Array.isArray(target.dataLayer)
    ? target.dataLayer
    : [{ 'gtm.start': Date.now(), event: 'gtm.js' }];
  target.dataLayer = events;
  events.push({ event: 'page_view', ...view });
  await loadScript(script);
}
