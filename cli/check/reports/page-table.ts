// The pages of a live site as CSV, one row per page.

import type { CrawledSite } from '../live/crawl-site.ts';
import { isIndexed } from '../live/read-page.ts';
import { renderTable } from './machine-reports.ts';

export function renderPageTable({ pages, sitemap, answers, addresses }: CrawledSite): string {
  const listed = new Set(sitemap?.map(({ url }) => url));
  const targets = pages.flatMap(({ facts }) => facts.links.map((href) => href.replace(/#.*/s, '')));
  const linked = Map.groupBy(targets, (address) => address);
  const rows = pages.map((page) => {
    const { url, facts, words, bytes, contentType, robotsTags, isMissing } = page;
    const key = addresses.keyOf(url) ?? '';
    const files = facts.assets.map((href) => answers.get(href));
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
      linked_from: linked.get(key)?.length ?? 0,
      images_without_alt: facts.unnamedImages.length,
      structured_data: facts.structuredData.length,
      open_graph: Object.keys(facts.openGraph).join(' '),
      content_type: contentType,
      html_bytes: bytes,
      file_bytes: files.reduce((sum, file) => sum + (file?.kind === 'file' ? file.bytes : 0), 0),
      files: facts.assets.length,
    };
  });
  return renderTable(
    Object.keys(rows[0] ?? {}),
    rows.map((row) => Object.values(row)),
  );
}
