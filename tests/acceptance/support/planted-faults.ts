// A copy of a built site with a fault for every rule that looks at a folder: each on a page of its own, as an edit of the
// files that the README names.

import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltFolder } from './sample.ts';

type Edit = (text: string) => string;

/** One planted fault. */
export interface Plant {
  readonly code: string;
  /** Relative to the out folder. */
  readonly file: string;
  readonly edit: Edit;
  /** Part of the message. */
  readonly what?: string;
}

const ORIGIN = 'https://www.example.com';

const article = (slug: string) => `blog/${slug}/index.html`;
const page = (name: string) => `${name}/index.html`;
const addLink = (href: string): Edit => replace('</main>', `<a href="${href}">link</a></main>`);
const setTitle = (title: string): Edit => replace(/<title>[^<]*/, `<title>${title}`);
const setDescription = (text: string): Edit =>
  replace(/<meta name="description" content="[^"]*"/, `<meta name="description" content="${text}"`);

/** Replaces a part that must be there. */
function replace(part: string | RegExp, by: string): Edit {
  return (text) => {
    const changed = text.replace(part, () => by);
    if (changed === text) throw new Error(`The text has no ${part}.`);
    return changed;
  };
}

/** Faults of links. */
const LINKS: readonly Plant[] = [
  {
    code: 'LINK_DEAD',
    file: page('about'),
    edit: replace('<main', '<a href="/before-main/">link</a><main'),
    what: '/before-main/',
  },
  // As many bytes as before.
  {
    code: 'LINK_DEAD',
    file: page('license'),
    edit: replace('href="/pricing/"', 'href="/pricinx/"'),
    what: '/pricinx/',
  },
  {
    code: 'LINK_DEAD',
    file: article('one-rumour-four-rooms'),
    edit: replace('</main>', "<A HREF=/unquoted/>a</A><!-- <a href='/comment/'> --></main>"),
    what: '/unquoted/',
  },
  { code: 'LINK_REDIRECTED', file: article('three-star-reviews'), edit: addLink('/press/'), what: '/press/' },
  { code: 'LINK_SLASHLESS', file: article('three-star-reviews'), edit: addLink('/about'), what: '/about' },
  { code: 'LINK_INSECURE', file: article('three-star-reviews'), edit: addLink('http://www.example.com/about/') },
  ...['http://localhost:8000/', 'https://editor@site.test/news', 'http://192.168.0.7', 'http://[::1]:80/'].map(
    (href) => ({ code: 'LINK_PRIVATE', file: article('three-star-reviews'), edit: addLink(href), what: href }) as const,
  ),
  { code: 'LINK_SCHEME_UNKNOWN', file: article('three-star-reviews'), edit: addLink('htps://www.example.com/') },
  { code: 'LINK_INVALID', file: article('three-star-reviews'), edit: addLink('http://[bad') },
  { code: 'ANCHOR_DEAD', file: article('three-star-reviews'), edit: addLink('/about/#none'), what: '/about/#none' },
  {
    code: 'ASSET_DEAD',
    file: article('three-star-reviews'),
    edit: replace('</main>', '<img src="/none.png" alt="" width="1" height="1"></main>'),
    what: '/none.png',
  },
  {
    code: 'OPEN_GRAPH_URL_DEAD',
    file: article('micro-voices'),
    edit: replace(/(?<="og:image" content=")[^"]*/, `${ORIGIN}/none.png`),
  },
  {
    code: 'JSONLD_URL_DEAD',
    file: article('micro-voices'),
    edit: replace(/(?<="logo":")[^"]*/, `${ORIGIN}/no-logo.svg`),
  },
];

/** Faults of what a page says of itself. */
const METADATA: readonly Plant[] = [
  { code: 'TITLE_MISSING', file: article('anatomy-of-an-apology'), edit: setTitle('') },
  {
    code: 'TITLE_LONG',
    file: article('a-week-with-a-new-logo'),
    edit: setTitle('t'.repeat(71)),
    what: '71 characters',
  },
  { code: 'TITLE_SHORT', file: article('ask-the-copilot-badly'), edit: setTitle('t'.repeat(9)), what: '9 characters' },
  { code: 'TITLE_TWICE', file: article('an-hour-of-reading'), edit: setTitle('A title that is used twice') },
  { code: 'TITLE_TWICE', file: article('emoji-are-not-sentiment'), edit: setTitle('A title that is used twice') },
  { code: 'DESCRIPTION_MISSING', file: article('anatomy-of-an-apology'), edit: setDescription('') },
  {
    code: 'DESCRIPTION_LONG',
    file: article('a-week-with-a-new-logo'),
    edit: setDescription('d'.repeat(201)),
    what: '201 characters',
  },
  {
    code: 'DESCRIPTION_SHORT',
    file: article('ask-the-copilot-badly'),
    edit: setDescription('d'.repeat(24)),
    what: '24 characters',
  },
  { code: 'DESCRIPTION_TWICE', file: article('an-hour-of-reading'), edit: setDescription('A description used twice') },
  {
    code: 'DESCRIPTION_TWICE',
    file: article('emoji-are-not-sentiment'),
    edit: setDescription('A description used twice'),
  },
  {
    code: 'HEADING_COUNT',
    file: article('logo-without-a-name'),
    edit: replace('</main>', '<h1 class="a">Two</h1></main>'),
  },
  {
    code: 'ID_TWICE',
    file: article('logo-without-a-name'),
    edit: replace('</main>', '<i id="x"></i><i id="x"></i></main>'),
  },
  {
    code: 'IMAGE_WITHOUT_SIZE',
    file: article('logo-without-a-name'),
    edit: replace('</main>', '<img src="/robots.txt" alt=""></main>'),
  },
  {
    code: 'IMAGE_WITHOUT_ALT',
    file: article('logo-without-a-name'),
    edit: replace('</main>', '<img src="/robots.txt" width="1" height="1"></main>'),
  },
  {
    code: 'OPEN_GRAPH_MISSING',
    file: article('holiday-noise'),
    edit: replace(/<meta property="og:type"[^>]*>/, ''),
    what: 'og:type',
  },
  {
    code: 'OPEN_GRAPH_URL_WRONG',
    file: article('holiday-noise'),
    edit: replace(/(?<="og:url" content=")[^"]*/, `${ORIGIN}/about/`),
  },
  {
    code: 'CANONICAL_WRONG',
    file: page('es/careers'),
    edit: replace(/(?<="canonical" href=")[^"]*/, `${ORIGIN}/careers/`),
  },
  {
    code: 'ROBOTS_WRONG',
    file: page('es/pricing'),
    edit: replace('<title>', '<META NAME="Robots" CONTENT="None"><title>'),
  },
  {
    code: 'CANONICAL_TWICE',
    file: page('es/product'),
    edit: replace(
      '</head>',
      `<link rel="canonical" href="${ORIGIN}/es/none/"><link rel="canonical" href="${ORIGIN}/es/product/"></head>`,
    ),
  },
  {
    code: 'ROBOTS_CONFLICT',
    file: page('es/pricing'),
    edit: replace('<title>', '<meta name="robots" content="index"><title>'),
  },
  {
    code: 'MIXED_CONTENT',
    file: article('holiday-noise'),
    edit: replace('</main>', '<img src="http://cdn.example/a.png" alt="" width="1" height="1"></main>'),
  },
  {
    code: 'FIGURE_WITHOUT_SOURCE',
    file: article('holiday-noise'),
    edit: replace('</main>', '<ol><li id="source-9" class="sources__unknown">Not known yet</li></ol></main>'),
  },
  { code: 'LANGUAGE_WRONG', file: page('es/product'), edit: replace('lang="es"', 'lang="fr"') },
];

/** Faults of structured data. */
const DATA: readonly Plant[] = [
  {
    code: 'JSONLD_MISSING',
    file: article('sentiment-sarcasm'),
    edit: replace(/<script type="application\/ld\+json">.*?<\/script>/s, ''),
  },
  { code: 'JSONLD_INVALID', file: article('choosing-a-baseline'), edit: replace('{"@context":', '{"@context"') },
  {
    code: 'JSONLD_PROPERTY_MISSING',
    file: article('field-notes-from-a-recall'),
    edit: replace('"name":"Murmurlens","legalName"', '"legalName"'),
  },
  {
    code: 'JSONLD_URL_RELATIVE',
    file: article('counterfeit-packaging'),
    edit: replace(`"url":"${ORIGIN}/"`, '"url":"/"'),
  },
  {
    code: 'JSONLD_DATE_INVALID',
    file: article('tagging-rules-that-survive'),
    edit: replace(/"datePublished":"[^"]*"/, '"datePublished":"1 May"'),
  },
  {
    code: 'JSONLD_REFERENCE_BROKEN',
    file: article('small-samples'),
    edit: replace(`"publisher":{"@id":"${ORIGIN}/#organization"}`, `"publisher":{"@id":"${ORIGIN}/#none"}`),
  },
  { code: 'JSONLD_BREADCRUMBS', file: article('sponsorship-boards'), edit: replace('"position":1', '"position":7') },
  {
    code: 'JSONLD_TYPE_RETIRED',
    file: article('weekly-report-one-page'),
    edit: replace('"@graph":[', '"@graph":[{"@type":"HowTo","name":"How"},'),
  },
  {
    code: 'JSONLD_PAGE_WRONG',
    file: article('alert-fatigue'),
    edit: replace(/(?<="@type":"WebPage","@id":"[^"]*","url":")[^"]*/, `${ORIGIN}/about/`),
  },
];

const alternateOf = (code: string) => new RegExp(`<link rel="alternate" hreflang="${code}"[^>]*>`);

/** Faults of alternates. */
const ALTERNATES: readonly Plant[] = [
  { code: 'ALTERNATE_CODE_INVALID', file: page('about'), edit: replace('hreflang="uk-UA"', 'hreflang="u"') },
  { code: 'ALTERNATE_CODE_TWICE', file: page('pricing'), edit: replace('hreflang="pt-BR"', 'hreflang="pt"') },
  {
    code: 'ALTERNATE_RELATIVE',
    file: page('mentions'),
    edit: replace(`hreflang="es" href="${ORIGIN}/`, 'hreflang="es" href="/'),
  },
  { code: 'ALTERNATE_SELF_MISSING', file: page('clients'), edit: replace(alternateOf('en'), '') },
  { code: 'ALTERNATE_UNPLANNED', file: page('insights-copilot'), edit: replace(alternateOf('es'), '') },
  { code: 'ALTERNATE_NOT_RETURNED', file: page('es/insights-copilot'), edit: (html) => html },
  { code: 'ALTERNATE_DEFAULT_WRONG', file: page('contacts'), edit: replace(alternateOf('x-default'), '') },
  {
    code: 'ALTERNATE_DEAD',
    file: page('crisis-management'),
    edit: replace(/(?<=hreflang="es" href=")[^"]*/, `${ORIGIN}/es/none/`),
  },
  { code: 'ALTERNATE_NOINDEX', file: page('pricing'), edit: (html) => html },
  { code: 'ALTERNATE_ON_NOINDEX', file: page('es/pricing'), edit: (html) => html },
  { code: 'ALTERNATE_NOT_CANONICAL', file: page('careers'), edit: (html) => html },
  { code: 'ALTERNATE_LANGUAGE_WRONG', file: page('product'), edit: (html) => html },
];

const url = (path: string) => `<loc>${ORIGIN}${path}</loc>`;

/** Faults of files that are no page. */
const FILES: readonly Plant[] = [
  {
    code: 'SITEMAP_PAGE_MISSING',
    file: 'sitemap.xml',
    edit: replace(url('/trends/'), url('/research/')),
    what: '/trends/',
  },
  { code: 'SITEMAP_TWICE', file: 'sitemap.xml', edit: (xml) => xml, what: '/research/' },
  { code: 'SITEMAP_DEAD', file: 'sitemap.xml', edit: replace(url('/kz/'), url('/none/')), what: '/none/' },
  {
    code: 'SITEMAP_NOT_CANONICAL',
    file: 'sitemap.xml',
    edit: replace(url('/about/'), url('/about')),
    what: `${ORIGIN}/about,`.slice(0, -1),
  },
  { code: 'SITEMAP_NOINDEX', file: 'sitemap.xml', edit: (xml) => xml, what: '/es/pricing/' },
  { code: 'FILE_CHANGED', file: 'sitemap.xml', edit: (xml) => xml, what: 'sitemap.xml' },
  { code: 'FILE_CHANGED', file: page('about'), edit: (html) => html },
  {
    code: 'ROBOTS_TXT_BLOCKS',
    file: 'robots.txt',
    edit: replace('Disallow:', 'Disallow: /e-books/*/$\n\nUser-agent: googlebot\nDisallow: /assets/'),
    what: 'crawlers from pages',
  },
  { code: 'ROBOTS_TXT_BLOCKS', file: 'robots.txt', edit: (text) => text, what: 'Googlebot from' },
  {
    code: 'ROBOTS_TXT_SITEMAP',
    file: 'robots.txt',
    edit: replace('/sitemap.xml', '/site-map.xml'),
    what: 'site-map.xml',
  },
];

/** Edits that are no fault, each at the limit of a rule. */
const HARMLESS: readonly Omit<Plant, 'code'>[] = [
  { file: article('dataset-notes-2025'), edit: setTitle('t'.repeat(70)) },
  { file: article('dataset-notes-2025'), edit: setDescription('d'.repeat(200)) },
  { file: article('query-cheatsheet'), edit: setTitle('t'.repeat(10)) },
  { file: article('query-cheatsheet'), edit: setDescription('d'.repeat(25)) },
  { file: article('query-cheatsheet'), edit: replace('</main>', '<svg><title>Icon</title></svg></main>') },
];
/** Pages of {@link HARMLESS}. */
export const HARMLESS_PAGES: readonly string[] = ['/blog/dataset-notes-2025/', '/blog/query-cheatsheet/'];

/** Every planted edit. */
export const PLANTS: readonly Plant[] = [...LINKS, ...METADATA, ...DATA, ...ALTERNATES, ...FILES];

/** Faults that are no edit of one file, and a part of their messages. */
export const OTHER_PLANTS: readonly (readonly [code: string, what: string])[] = [
  ['CSS_URL_DEAD', 'none.woff2'],
  ['FILE_MISSING', 'integrations/index.html'],
  ['FILE_MISSING', 'search/blog/en/data.json'],
  ['FILE_STRAY', 'old.html'],
  ['PAGE_ORPHAN', '/blog/trade-fair-in-pictures/'],
  ['REDIRECT_PATTERN_OPEN', '/:splat'],
];

/** Copies a built site and plants every fault. */
export function plantFaults(site: BuiltFolder, folder: string): void {
  for (const name of ['out', '.sitegen']) cpSync(join(site.folder, name), join(folder, name), { recursive: true });
  const out = join(folder, 'out');
  for (const { file, edit } of [...PLANTS, ...HARMLESS]) change(join(out, file), edit);
  const [css = ''] = readdirSync(join(out, 'assets')).filter((name) => name.endsWith('.css'));
  change(join(out, 'assets', css), (text) => `${text}@font-face{src:url(none.woff2)}`);
  rmSync(join(out, 'integrations/index.html'));
  rmSync(join(out, 'search/blog/en/data.json'));
  writeFileSync(join(out, 'old.html'), '<h1>Old</h1>');
  unlink(out, '/blog/trade-fair-in-pictures/');
  plantRedirects(join(folder, '.sitegen/redirects.json'));
  retire(folder);
}

/** Adds a stylesheet that no page uses any more and whose font is gone. */
function retire(folder: string): void {
  const css = '@font-face{src:url(retired.woff2)}';
  writeFileSync(join(folder, 'out/assets/retired.css'), css);
  const row = { sha256: createHash('sha256').update(css).digest('hex'), bytes: css.length, contentType: 'text/css' };
  const rest = { cacheControl: 'no-cache', kind: 'asset', locale: null, owner: null, outdatedBy: 2 };
  const rows = ['assets/retired.css', 'assets/retired.woff2'].map((path) => JSON.stringify({ path, ...row, ...rest }));
  change(join(folder, '.sitegen/manifest.json'), replace('"files":[', `"files":[\n${rows.join(',\n')},`));
}

function change(file: string, edit: Edit): void {
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
}

/** Takes every link to a page out of every page. */
function unlink(out: string, path: string): void {
  const link = `href="${path}"`;
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const html = readFileSync(join(out, name), 'utf8');
    if (html.includes(link)) writeFileSync(join(out, name), html.replaceAll(link, 'href="/"'));
  }
}

function plantRedirects(file: string): void {
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  const open = { ...stored.patterns[0], prefix: '/open', to: '/:splat' };
  writeFileSync(file, JSON.stringify({ ...stored, patterns: [...stored.patterns, open] }));
}
