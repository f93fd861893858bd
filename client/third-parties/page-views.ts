// Page views for the tag manager: one event a route change, the first page included, a moment after it (section 2).

import { readClientConfig } from '../client-config.ts';
import { loadScript } from './load-script.ts';

/** The events that a container reads, in their order, whether it has loaded or not. */
type TagManagerWindow = Window & { dataLayer?: Record<string, unknown>[] };

/** A page that showed. */
export interface PageView {
  readonly route: string | undefined;
  readonly page_path: string;
  readonly page_location: string;
  readonly page_title: string;
}

/** Sends a view when it is due. The container is loaded with the first one. */
export async function sendPageView(view: PageView, due: Promise<void>): Promise<void> {
  const script = readClientConfig(document)?.scripts['tag-manager'];
  if (script === undefined) return;
  await due;
  const target: TagManagerWindow = window;
  target.dataLayer ??= [{ 'gtm.start': Date.now(), event: 'gtm.js' }];
  target.dataLayer.push({ event: 'page_view', ...view });
  await loadScript(script);
}
