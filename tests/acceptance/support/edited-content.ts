// A content service with a small whole site, over HTTP, whose entries a test may change as editors do.

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type ContentService, serviceWith } from '../../service/content-service.ts';
import type { Fields } from '../../service/list-query.ts';

/** The slugs of the pages that every site must have, and those that only some sites have. */
const PAGES_OF_ALL =
  'main about ambassadors-program audience-insights brand-health-tracking competitor-analysis crisis-management influencer-discovery insights-copilot market-research mentions visual-insights blog careers clients contacts pricing product license';
const PAGES_BY_SITE = {
  en: `${PAGES_OF_ALL} benchmarks integrations research trends privacy-policy author-privacy-policy cookie-policy data-subject-access-optout-request newmr slack-integration e-books referral webinars`,
  es: `${PAGES_OF_ALL} referral webinars`,
  pt: `${PAGES_OF_ALL} referral webinars terms-of-services-vi`,
  ua: `${PAGES_OF_ALL} academy benchmarks integrations research trends privacy-policy webinars`,
  kz: `${PAGES_OF_ALL} academy benchmarks integrations research trends privacy-policy e-books terms-of-services-vi`,
} as const;

/** A site of the content service. */
type Site = keyof typeof PAGES_BY_SITE;
const SITES: readonly Site[] = ['en', 'es', 'pt', 'ua', 'kz'];

/** Entries by collection and site, as they are at the moment. */
type Entries = Record<string, Record<string, Fields[]>>;

/** A service whose content a test changes; each test begins with the whole site. */
export interface EditedService {
  readonly url: () => string;
  /** What the service was asked, and how to have it answer otherwise until the next test. */
  readonly service: () => ContentService;
  /** Changes fields of an entry; one that is not there is created. */
  readonly save: (collection: string, site: Site, slug: string, fields: Fields) => void;
  readonly remove: (collection: string, site: Site, slug: string) => void;
}

/** Starts a service for the tests of a file, called at the top of it. */
export function startContentService(): EditedService {
  const content: Entries = {};
  let service: ContentService | undefined;
  const running = (): ContentService => {
    if (service === undefined) throw new Error('The content service has not been started.');
    return service;
  };
  const listOf = (collection: string, site: Site): Fields[] => {
    content[collection] ??= {};
    content[collection][site] ??= [];
    return content[collection][site];
  };
  beforeAll(async () => {
    Object.assign(content, createSite());
    service = await serviceWith(content);
  });
  beforeEach(() => {
    for (const collection of Object.keys(content)) delete content[collection];
    Object.assign(content, createSite());
    running().reset();
  });
  afterAll(() => service?.stop());
  return {
    url: () => running().url,
    service: running,
    save(collection, site, slug, fields) {
      const list = listOf(collection, site);
      const place = list.findIndex((entry) => entry.slug === slug);
      const saved = { ...(list[place] ?? entry(collection, site, slug)), ...fields };
      if (place === -1) list.push(saved);
      else list[place] = saved;
    },
    remove(collection, site, slug) {
      const list = listOf(collection, site);
      list.splice(0, list.length, ...list.filter((each) => each.slug !== slug));
    },
  };
}

function entry(collection: string, site: Site, slug: string, fields: Fields = {}): Fields {
  const id = `${collection}-${site}-${slug}`;
  return { id, slug, title: `${slug} of ${site}`, edit_url: `https://cms.example.com/edit/${id}`, ...fields };
}

function article(site: Site, slug: string, day: number): Fields {
  const date = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000000Z`;
  return entry('blog_articles', site, slug, { date, last_modified: date, content: `<p>Text of ${slug}.</p>` });
}

function createSite(): Entries {
  const perSite = (create: (site: Site) => Fields[]) => Object.fromEntries(SITES.map((site) => [site, create(site)]));
  return {
    pages: perSite((site) => PAGES_BY_SITE[site].split(' ').map((slug) => entry('pages', site, slug))),
    blog_articles: perSite((site) => ['first', 'second', 'third'].map((slug, index) => article(site, slug, index + 1))),
    webinars: perSite((site) => [entry('webinars', site, 'talk', { duration_minutes: 60 })]),
    redirects: {
      en: ['old-blog', 'old-home'].map((slug) =>
        entry('redirects', 'en', slug, { from: `/${slug}/`, to: slug === 'old-home' ? '/' : '/blog/', type: null }),
      ),
    },
  };
}
