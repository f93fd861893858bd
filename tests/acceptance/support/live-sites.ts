// Live sites for audits: one without faults, and edits that each plant one fault on it. The pages name a public https address, as on a
// copy that is checked before it goes live.

import type { Headers, Host, HostAnswer } from '../../service/site-server.ts';

const PUBLIC = 'https://shop.example';

interface Page {
  html: string;
  headers: Headers;
  status: number;
  isListed: boolean;
  isLinked: boolean;
}

export interface LiveSite {
  readonly pages: Map<string, Page>;
  readonly answers: Map<string, HostAnswer>;
  robots: string;
  /** Added to the sitemap. */
  sitemap: string;
  /** Language links in the sitemap, by path. */
  readonly sitemapLinks: Map<string, string>;
}

type Change = (html: string) => string;

const WORDS = 'harbour lantern meadow copper violin thunder saddle walnut compass velvet granite orchard'.split(' ');

/** A text of its own for each page. */
function textOf(path: string): string {
  return Array.from(
    { length: 60 },
    (_, index) =>
      `${WORDS[(index * path.length + path.charCodeAt(index % path.length)) % WORDS.length]}${path.replaceAll('/', '')}`,
  ).join(' ');
}

/** A page that is right. */
function htmlOf(path: string, lang = 'en'): string {
  const url = `${PUBLIC}${path}`;
  const name = path === '/' ? 'home' : path.replaceAll('/', ' ').trim();
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebPage', '@id': `${url}#page`, name, url, isPartOf: { '@id': `${PUBLIC}/#site` } },
      { '@type': 'WebSite', '@id': `${PUBLIC}/#site`, name: 'Shop', url: `${PUBLIC}/` },
    ],
  };
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>The page about ${name}</title>
<meta name="description" content="What there is to know about ${name}, in a few words.">
<link rel="canonical" href="${url}"><link rel="stylesheet" href="/main.css"><script src="/main.js"></script>
<noscript><meta http-equiv="refresh" content="0; url=/about/"></noscript>
<meta property="og:title" content="${name}"><meta property="og:type" content="website"><meta property="og:url" content="${url}"><meta property="og:image" content="${PUBLIC}/share.png">
<script type="application/ld+json">${JSON.stringify(data)}</script></head>
<body><header><a href="/">Home</a></header><main><h1 id="top-${name}">About ${name}</h1><p>${textOf(path)}</p></main></body></html>`;
}

const answer = (contentType: string, body: string, status = 200): HostAnswer => ({
  status,
  headers: { 'content-type': contentType },
  body,
});

/** A site without faults: pages in two languages, a sitemap, files. */
export function createLiveSite(): LiveSite {
  const site: LiveSite = {
    pages: new Map(),
    answers: new Map([
      ['/main.css', answer('text/css', 'body{background:url(share.png)}')],
      ['/main.js', answer('text/javascript', '1')],
      ['/share.png', answer('image/png', 'png')],
      ['/feed/', answer('application/rss+xml', '<rss/>')],
      ['/old/', leadTo('/about/')],
      ['/map.xml', leadTo('/sitemap.xml')],
    ]),
    // One sitemap that is redirected, and one on another host.
    robots: `User-agent: *\nDisallow: /private/\nAllow: /private/shown/\n\nSitemap: ${PUBLIC}/map.xml\nSitemap: https://cdn.example/map.xml\n`,
    sitemap: '',
    sitemapLinks: new Map(),
  };
  addPage(
    site,
    '/',
    add(
      '<a href="/feed/">Feed</a><a href="mailto:a@shop.example">Mail</a><a href="/private/">In</a><a href="/about/#top-about">About</a><template><h1>Row</h1><a href="/{{ path }}/">Row</a></template>',
    ),
  );
  for (const path of ['/about/', '/prices/', '/contact/']) addPage(site, path);
  for (const path of ['/en/tea/', '/de/tee/'])
    addPage(site, path, addLanguages({ en: '/en/tea/', de: '/de/tee/' }), path.slice(1, 3));
  return site;
}

function addPage(site: LiveSite, path: string, change: Change = (html) => html, lang = 'en'): Page {
  const page = { html: change(htmlOf(path, lang)), headers: {}, status: 200, isListed: true, isLinked: true };
  site.pages.set(path, page);
  return page;
}

function leadTo(location: string): HostAnswer {
  return { status: 301, headers: { location }, body: '' };
}

/** Answers as a host. The home page links to all pages. */
export function hostOfSite(site: LiveSite): Host {
  const { pages } = site;
  return (path, search) => {
    const page = pages.get(path);
    const found = site.answers.get(`${path}${search}`);
    if (found !== undefined) return found;
    if (path === '/robots.txt') return answer('text/plain', site.robots);
    if (path === '/sitemap.xml') return answer('application/xml', renderSitemap(site));
    if (page === undefined) return answer('text/html', '<title>Not found</title>', 404);
    const linked = [...pages].filter(([other, { isLinked }]) => isLinked && other !== '/');
    const menu = linked.map(([href]) => `<a href="${href}">${href}</a>`).join(' ');
    const html = path === '/' ? page.html.replace('</main>', `${menu}</main>`) : page.html;
    return {
      ...answer('text/html; charset=utf-8', html, page.status),
      headers: { 'content-type': 'text/html; charset=utf-8', ...page.headers },
    };
  };
}

function renderSitemap({ pages, sitemap, sitemapLinks }: LiveSite): string {
  const rows = [...pages].filter(([, { isListed }]) => isListed);
  const urls = rows.map(([path]) => `<url><loc>${PUBLIC}${path}</loc>${sitemapLinks.get(path) ?? ''}</url>`).join('\n');
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls}${sitemap}</urlset>`;
}

/** Replaces a part that must be there. */
function replace(part: string | RegExp, by: string): Change {
  return (html) => {
    const changed = html.replace(part, () => by);
    if (changed === html) throw new Error(`The page has no ${part}.`);
    return changed;
  };
}
const add = (html: string) => replace('</main>', `${html}</main>`);
const addHead = (html: string) => replace('</head>', `${html}</head>`);
const addLink = (href: string) => add(`<a href="${href}">link</a>`);
const alternate = (hreflang: string, path: string) =>
  `<link rel="alternate" hreflang="${hreflang}" href="${PUBLIC}${path}">`;
const addLanguages = (paths: Readonly<Record<string, string>>) =>
  addHead(
    Object.entries(paths)
      .map((each) => alternate(...each))
      .join(''),
  );
const addData = (node: object) =>
  addHead(
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...node })}</script>`,
  );
const setCanonical = (url: string) => replace(/(?<="canonical" href=")[^"]*/, url);
const noCanonical = replace(/<link rel="canonical"[^>]*>/, '');

/** One planted fault: its code, the page that has it or '', a part of the message, and how it is planted at a path. */
export interface LivePlant {
  readonly code: string;
  readonly path: string;
  readonly what?: string;
  readonly plant: (site: LiveSite, path: string) => void;
}

/** A fault in the HTML of a page of its own. */
const on = (path: string, code: string, change: Change, what?: string): LivePlant => {
  return { code, path, ...(what === undefined ? {} : { what }), plant: (site) => void addPage(site, path, change) };
};
/** Another fault of a page that has one already. */
const also = (path: string, code: string, what?: string): LivePlant => {
  return { code, path, ...(what === undefined ? {} : { what }), plant: () => {} };
};
const atSite = (code: string, what: string, plant: (site: LiveSite) => void): LivePlant => ({
  code,
  path: '',
  what,
  plant,
});
const hide = (site: LiveSite, path: string, change?: Change) => {
  addPage(site, path, change).headers = { 'x-robots-tag': 'noindex' };
};

const LINKS: readonly LivePlant[] = [
  on('/l-dead/', 'LINK_DEAD', addLink('/none/'), 'returned status 404'),
  {
    code: 'LINK_DEAD',
    path: '/l-error/',
    what: 'returned status 500',
    plant: (site, path) => {
      addPage(site, path, addLink('/broken/'));
      site.answers.set('/broken/', answer('text/html', 'Error', 500));
    },
  },
  {
    code: 'LINK_REDIRECTED',
    path: '/l-refresh/',
    plant: (site, path) => {
      addPage(site, path, addLink('/alias/'));
      const refresh = `<meta http-equiv="refresh" content="0; url=${PUBLIC}/about/">`;
      site.answers.set('/alias/', answer('text/html', `<style>${' '.repeat(5000)}</style>${refresh}`));
    },
  },
  on('/l-redirected/', 'LINK_REDIRECTED', addLink('/old/'), '/about/'),
  {
    code: 'LINK_SLASHLESS',
    path: '/l-slash/',
    plant: (site, path) => {
      addPage(site, path, addLink('/prices'));
      site.answers.set('/prices', leadTo('/prices/'));
    },
  },
  on('/l-http/', 'LINK_INSECURE', addLink('http://shop.example/about/')),
  on('/l-scheme/', 'LINK_SCHEME_UNKNOWN', addLink('htps://shop.example/')),
  on('/l-invalid/', 'LINK_INVALID', addLink('http://[bad')),
  on('/l-anchor/', 'ANCHOR_DEAD', addLink('/about/#none'), '#none'),
  on('/l-image/', 'ASSET_DEAD', add('<img src="/none.png" alt="" width="1" height="1">'), '/none.png'),
  {
    code: 'TYPE_WRONG',
    path: '/l-type/',
    what: '/plain.css',
    plant: (site, path) => {
      addPage(site, path, addHead('<link rel="stylesheet" href="/plain.css">'));
      site.answers.set('/plain.css', answer('text/plain', 'a{}'));
    },
  },
  {
    code: 'TYPE_WRONG',
    path: '/l-app/',
    what: '/app.js',
    plant: (site, path) => {
      addPage(site, path, addHead('<script src="/app.js"></script>'));
      site.answers.set('/app.js', answer('text/html', '<title>App</title>'));
    },
  },
  atSite('CSS_URL_DEAD', '/none.woff2', (site) => {
    addPage(site, '/l-css/', addHead('<link rel="stylesheet" href="/fonts.css">'));
    site.answers.set('/fonts.css', answer('text/css', '@font-face{src:url(none.woff2)}'));
  }),
  on('/l-og/', 'OPEN_GRAPH_URL_DEAD', replace(/(?<="og:image" content=")[^"]*/, `${PUBLIC}/no-share.png`)),
  on('/l-data/', 'JSONLD_URL_DEAD', addData({ '@type': 'Organization', name: 'O', url: `${PUBLIC}/nobody/` })),
  atSite('REDIRECT_CHAIN_EMITTED', '/chain/', (site) => {
    addPage(site, '/r-chain/', addLink('/chain/'));
    site.answers.set('/chain/', leadTo('/old/'));
  }),
  also('/r-chain/', 'LINK_REDIRECTED'),
  atSite('REDIRECT_LOOP', '/loop/', (site) => {
    addPage(site, '/r-loop/', addLink('/loop/'));
    site.answers.set('/loop/', leadTo('/loop/back/')).set('/loop/back/', leadTo('/loop/'));
  }),
  also('/r-loop/', 'LINK_DEAD', 'redirects in a loop'),
  atSite('REDIRECT_TARGET_MISSING', '/moved/', (site) => {
    addPage(site, '/r-gone/', addLink('/moved/'));
    site.answers.set('/moved/', leadTo('/gone/'));
  }),
  also('/r-gone/', 'LINK_DEAD', 'is redirected to /gone/, which returned status 404'),
];

const SEARCH: readonly LivePlant[] = [
  {
    code: 'ROBOTS_TXT_BLOCKS',
    path: '/s-closed/',
    what: 'Googlebot',
    plant: (site, path) => {
      addPage(site, path);
      site.robots += `\nUser-agent: Googlebot\nUser-agent: Other\nDisallow: /s-clo*d/$\n`;
    },
  },
  atSite('ROBOTS_TXT_SITEMAP', 'sitemap-old.xml', (site) => {
    site.robots += `\nSitemap: ${PUBLIC}/sitemap-old.xml\n`;
  }),
  atSite('SITEMAP_DEAD', '/s-none/', (site) => {
    site.sitemap += `<url><loc>${PUBLIC}/s-none/</loc></url>`;
  }),
  atSite('SITEMAP_DEAD', '/old/, which is redirected to /about/', (site) => {
    site.sitemap += `<url><loc>${PUBLIC}/old/</loc></url>`;
  }),
  atSite('SITEMAP_DEAD', '/map-none.xml', (site) => {
    site.robots += `\nSitemap: ${PUBLIC}/maps.xml\n`;
    const index = `<sitemapindex><sitemap><loc>${PUBLIC}/map-none.xml</loc></sitemap></sitemapindex>`;
    site.answers.set('/maps.xml', answer('application/xml', index));
  }),
  { code: 'SITEMAP_NOINDEX', path: '/s-hidden/', plant: (site, path) => hide(site, path) },
  on('/s-twin/', 'SITEMAP_NOT_CANONICAL', setCanonical(`${PUBLIC}/about/`)),
  {
    code: 'SITEMAP_TWICE',
    path: '/s-twice/',
    plant: (site, path) => {
      addPage(site, path);
      site.sitemap += `<url><loc>${PUBLIC}${path}</loc></url>`;
    },
  },
  {
    code: 'SITEMAP_PAGE_MISSING',
    path: '/s-unlisted/',
    plant: (site, path) => {
      addPage(site, path).isListed = false;
    },
  },
  {
    code: 'PAGE_ORPHAN',
    path: '/s-orphan/',
    plant: (site, path) => {
      addPage(site, path).isLinked = false;
    },
  },
  on('/c-missing/', 'CANONICAL_MISSING', noCanonical),
  on('/c-empty/', 'CANONICAL_MISSING', setCanonical('')),
  on('/c-dead/', 'CANONICAL_TARGET', setCanonical(`${PUBLIC}/c-none/`), 'returned status 404'),
  also('/c-dead/', 'SITEMAP_NOT_CANONICAL'),
  on('/c-moved/', 'CANONICAL_TARGET', setCanonical(`${PUBLIC}/old/`), 'is redirected'),
  also('/c-moved/', 'SITEMAP_NOT_CANONICAL'),
  on('/c-chain/', 'CANONICAL_TARGET', setCanonical(`${PUBLIC}/s-twin/`), 'names another'),
  also('/c-chain/', 'SITEMAP_NOT_CANONICAL'),
  on('/c-hidden/', 'CANONICAL_TARGET', setCanonical(`${PUBLIC}/s-hidden/`), 'is noindex'),
  also('/c-hidden/', 'SITEMAP_NOT_CANONICAL'),
  {
    code: 'CANONICAL_TWICE',
    path: '/c-twice/',
    what: '/about/',
    plant: (site, path) => {
      addPage(
        site,
        path,
        replace(/<link rel="canonical"[^>]*>/, `<link rel="canonical" href="${PUBLIC}/about/">`),
      ).headers = { link: `<${PUBLIC}${path}>; rel="canonical"` };
    },
  },
  {
    code: 'ROBOTS_CONFLICT',
    path: '/s-both/',
    plant: (site, path) => hide(site, path, addHead('<meta name="robots" content="index, follow">')),
  },
  also('/s-both/', 'SITEMAP_NOINDEX'),
  {
    code: 'SOFT_404',
    path: '/s-soft/',
    plant: (site, path) => {
      addPage(site, path, (html) =>
        html.replace(/<title>[^<]*/, '<title>This page was not found').replace(/<p>.*<\/p>/, '<p>Sorry.</p>'),
      ).isListed = false;
    },
  },
  on('/t-copy/', 'PAGE_TWICE', replace(/<main>.*<\/main>/, `<main><h1>Same</h1><p>${textOf('/same/')}</p></main>`)),
  on('/t-copied/', 'PAGE_TWICE', replace(/<main>.*<\/main>/, `<main><h1>Same</h1><p>${textOf('/same/')}</p></main>`)),
  on('/w-html/', 'PAGE_HEAVY', add(`<!--${'x'.repeat(600_000)}-->`), 'kB.'),
  {
    code: 'PAGE_HEAVY',
    path: '/w-files/',
    what: 'with its files',
    plant: (site, path) => {
      addPage(site, path, add('<img src="/large.jpg" alt="" width="1" height="1">'));
      site.answers.set('/large.jpg', answer('image/jpeg', 'x'.repeat(6_000_000)));
    },
  },
  on('/m-mixed/', 'MIXED_CONTENT', add('<img src="http://cdn.example/a.png" alt="" width="1" height="1">')),
];

const TAKEN = '/a-taken/';

const LANGUAGES: readonly LivePlant[] = [
  on('/a-one-way/', 'ALTERNATE_NOT_RETURNED', addLanguages({ en: '/a-one-way/', de: '/de/tee/' })),
  on('/a-code/', 'ALTERNATE_CODE_INVALID', addLanguages({ en: '/a-code/', uk_UA: '/about/' }), 'uk_UA'),
  also('/a-code/', 'ALTERNATE_NOT_RETURNED'),
  on('/a-twice/', 'ALTERNATE_CODE_TWICE', addHead(alternate('en', '/a-twice/') + alternate('en', '/en/tea/'))),
  also('/a-twice/', 'ALTERNATE_NOT_RETURNED'),
  on(
    '/a-relative/',
    'ALTERNATE_RELATIVE',
    addHead(`${alternate('en', '/a-relative/')}<link rel="alternate" hreflang="de" href="../de/tee/">`),
  ),
  on('/a-self/', 'ALTERNATE_SELF_MISSING', addHead(alternate('de', '/de/tee/'))),
  also('/a-self/', 'ALTERNATE_NOT_RETURNED'),
  on('/a-dead/', 'ALTERNATE_DEAD', addLanguages({ en: '/a-dead/', de: '/de/none/' })),
  {
    code: 'ALTERNATE_NOINDEX',
    path: '/a-hidden/',
    plant: (site, path) => {
      addPage(site, path, addLanguages({ en: path, fr: '/fr/a-hidden/' }));
      hide(site, '/fr/a-hidden/', (html) =>
        addLanguages({ en: path, fr: '/fr/a-hidden/' })(html).replace('lang="en"', 'lang="fr"'),
      );
    },
  },
  also('/fr/a-hidden/', 'ALTERNATE_ON_NOINDEX'),
  also('/fr/a-hidden/', 'ALTERNATE_NOINDEX'),
  also('/fr/a-hidden/', 'SITEMAP_NOINDEX'),
  {
    code: 'ALTERNATE_NOT_CANONICAL',
    path: '/a-twin/',
    plant: (site, path) => {
      addPage(site, path, addLanguages({ en: path, fr: '/fr/a-twin/' }));
      addPage(
        site,
        '/fr/a-twin/',
        (html) => addLanguages({ en: path, fr: '/fr/a-twin/' })(setCanonical(`${PUBLIC}/fr/`)(html)),
        'fr',
      );
      addPage(site, '/fr/', (html) => html, 'fr');
    },
  },
  also('/fr/a-twin/', 'ALTERNATE_NOT_CANONICAL'),
  also('/fr/a-twin/', 'ALTERNATE_SELF_MISSING'),
  also('/fr/a-twin/', 'ALTERNATE_NOT_RETURNED'),
  also('/fr/a-twin/', 'SITEMAP_NOT_CANONICAL'),
  {
    code: 'ALTERNATE_LANGUAGE_WRONG',
    path: '/a-language/',
    plant: (site, path) => {
      addPage(site, path, addLanguages({ en: path, es: TAKEN }));
      addPage(site, TAKEN, addLanguages({ en: path, es: TAKEN }), 'pt');
    },
  },
  also(TAKEN, 'ALTERNATE_LANGUAGE_WRONG'),
  {
    code: 'ALTERNATE_UNPLANNED',
    path: '/a-sitemap/',
    plant: (site, path) => {
      addPage(site, path, addLanguages({ en: path }));
      site.sitemapLinks.set(path, `<xhtml:link rel="alternate" hreflang="en-GB" href="${PUBLIC}${path}"/>`);
    },
  },
  {
    code: 'ALTERNATE_NOT_RETURNED',
    path: '/a-header/',
    what: '/en/tea/',
    plant: (site, path) => {
      addPage(site, path, addLanguages({ 'en-GB': path })).headers = {
        link: `<${PUBLIC}/en/tea/>; rel="alternate"; hreflang="en-US"`,
      };
    },
  },
  {
    code: 'ALTERNATE_NOT_RETURNED',
    path: '/a-in-map/',
    what: '/en/tea/',
    plant: (site, path) => {
      addPage(site, path);
      site.sitemapLinks.set(
        path,
        ['en-GB', 'en-US']
          .map(
            (code, index) =>
              `<xhtml:link rel="alternate" hreflang="${code}" href="${PUBLIC}${index === 0 ? path : '/en/tea/'}"/>`,
          )
          .join(''),
      );
    },
  },
  on('/a-lang/', 'LANGUAGE_WRONG', replace('lang="en"', '')),
];

const setTitle = (title: string) => replace(/<title>[^<]*/, `<title>${title}`);
const setDescription = (text: string) => replace(/(?<=name="description" content=")[^"]*/, text);

const METADATA: readonly LivePlant[] = [
  on('/t-none/', 'TITLE_MISSING', setTitle('')),
  on('/t-short/', 'TITLE_SHORT', setTitle('Short')),
  on('/t-long/', 'TITLE_LONG', setTitle('t'.repeat(71)), '71 characters'),
  on('/t-one/', 'TITLE_TWICE', setTitle('A title of two pages')),
  on('/t-two/', 'TITLE_TWICE', setTitle('A title of two pages')),
  on('/d-none/', 'DESCRIPTION_MISSING', replace(/<meta name="description"[^>]*>/, '')),
  on('/d-short/', 'DESCRIPTION_SHORT', setDescription('Short.')),
  on('/d-long/', 'DESCRIPTION_LONG', setDescription('d'.repeat(201))),
  on('/d-one/', 'DESCRIPTION_TWICE', setDescription('A description of two pages of the site.')),
  on('/d-two/', 'DESCRIPTION_TWICE', setDescription('A description of two pages of the site.')),
  on('/h-none/', 'HEADING_COUNT', (html) => html.replaceAll(/h1/g, 'h2'), '0 h1'),
  on('/h-two/', 'HEADING_COUNT', add('<h1>Two</h1>'), '2 h1'),
  on('/i-id/', 'ID_TWICE', add('<i id="x"></i><i id="x"></i>')),
  on('/i-size/', 'IMAGE_WITHOUT_SIZE', add('<img src="/share.png" alt="">')),
  on('/i-alt/', 'IMAGE_WITHOUT_ALT', add('<img src="/share.png" width="1" height="1">')),
  on('/o-none/', 'OPEN_GRAPH_MISSING', replace(/<meta property="og:type"[^>]*>/, ''), 'og:type'),
  on('/o-url/', 'OPEN_GRAPH_URL_WRONG', replace(/(?<="og:url" content=")[^"]*/, `${PUBLIC}/about/`)),
  on('/j-none/', 'JSONLD_MISSING', replace(/<script type="application.*?<\/script>/, '')),
  on(
    '/j-invalid/',
    'JSONLD_INVALID',
    addHead('<script type="application/ld+json">{"@context":</script>'),
    'valid JSON',
  ),
  on('/j-property/', 'JSONLD_PROPERTY_MISSING', addData({ '@type': 'Product', sku: '1' })),
  on('/j-url/', 'JSONLD_URL_RELATIVE', addData({ '@type': 'Product', name: 'P', url: 'p.html' })),
  on('/j-date/', 'JSONLD_DATE_INVALID', addData({ '@type': 'Event', name: 'E', location: 'L', startDate: '1 May' })),
  on(
    '/j-reference/',
    'JSONLD_REFERENCE_BROKEN',
    addData({ '@type': 'Product', name: 'P', brand: { '@id': '#nobody' } }),
  ),
  on(
    '/j-trail/',
    'JSONLD_BREADCRUMBS',
    addData({ '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1, name: 'A' }] }),
  ),
  on('/j-page/', 'JSONLD_PAGE_WRONG', replace(/(?<="name":"j-page","url":")[^"]*/, `${PUBLIC}/about/`)),
  on('/j-retired/', 'JSONLD_TYPE_RETIRED', addData({ '@type': 'FAQPage' })),
];

export const LIVE_PLANTS: readonly LivePlant[] = [...LINKS, ...SEARCH, ...LANGUAGES, ...METADATA];
