// The pages of a live site as CSV, one row per page.

import type { CrawledSite } from '../live/crawl-site.ts';
import { isIndexed } from '../live/live-index.ts';
import { renderTable } from './machine-reports.ts';

export function renderPageTable({ pages, sitemap, answers, addresses }: CrawledSite): string {
  const listed = new Set(sitemap?.map(({ url }) => url));
  const linked = new Map<string, number>();
  for (const { facts } of pages)
    for (const href of facts.links) {
      const [address = ''] = href.split('#');
      linked.set(address, (linked.get(address) ?? 0) + 1);
    }
  const rows = pages.map((page) => {
    const { url, facts, words, bytes, contentType, robotsTags, isMissing } = page;
    const key = addresses.keyOf(url) ?? '';
    const sizes = facts.assets
      .map((href) => answers.get(href))
      .map((answer) => (answer?.kind === 'file' ? answer.bytes : 0));
    return {
      url,
      indexable: isIndexed(page),
      in_sitemap: listed.has(url),
      soft_404: isMissing,
      canonical: facts.canonical,
      robots: facts.robots.join('; '),
      x_robots_tag: robotsTags.join('; '),
      language: facts.language,
      alternates: facts.alternates.map(({ hreflang }) => hreflang).join(' '),
      title: facts.title?.trim(),
      title_length: [...(facts.title?.trim() ?? '')].length,
      description: facts.description?.trim(),
      description_length: [...(facts.description?.trim() ?? '')].length,
      h1: facts.headingCount,
      words,
      links: facts.links.length,
      linked_from: linked.get(key) ?? 0,
      images_without_alt: facts.unnamedImages.length,
      structured_data: facts.structuredData.length,
      open_graph: Object.keys(facts.openGraph).join(' '),
      content_type: contentType,
      html_bytes: bytes,
      file_bytes: sizes.reduce((sum, size) => sum + size, 0),
      files: facts.assets.length,
    };
  });
  return renderTable(
    Object.keys(rows[0] ?? {}),
    rows.map((row) => Object.values(row)),
  );
}
