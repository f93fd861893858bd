// A thread with the site in it: config, words, content, routes, and what each page shows.

import { serveBundle } from './serve-bundle.ts';
import type { Calls } from './thread-calls.ts';

interface SiteBundle {
  readonly createSiteCalls: (options: unknown, report: unknown) => Promise<Calls>;
}

// The bundle of `site/serve-site.ts`.
serveBundle((bundle, options, report) => (bundle as SiteBundle).createSiteCalls(options, report));
