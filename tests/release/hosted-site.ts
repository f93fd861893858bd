// A small site with all that a host promises: home, 404 pages of the locales, redirects and security headers.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toSitePath } from '../../cli/files/brands.ts';
import { renderS3 } from '../../cli/outputs/hosts/s3.ts';
import { renderClientRedirects } from '../../cli/outputs/redirect-maps.ts';
import type { ExactRedirect, RedirectRules } from '../../cli/plan/redirects/redirect-rules.ts';
import { LOCALES } from '../../config/locales.ts';
import { inputWith } from '../outputs/hosts/host-makers.ts';
import { assetFile, build, pageFile, siteOfVersion } from '../publish/small-site.ts';
import { site, writeReport } from './release-site.ts';

const source = { kind: 'root' } as const;
const exact = (from: string, to: string, status: ExactRedirect['status'] = 301): ExactRedirect => {
  return { from: toSitePath(from), to, status, locale: 'en', source };
};
const PAGE = encodeURI('/blog/огляд-2/');

/** Its redirects. */
export const RULES: RedirectRules = {
  exact: [
    exact('/es/antes/', '/blog/?page=2#top', 308),
    exact('/gone/', '', 410),
    exact('/old/', PAGE),
    exact('/soon/', '/long/', 307),
    exact('/стара/', 'https://other.test/new', 302),
  ],
  segments: [
    { prefix: '/es', segment: 'partners', to: '/es/', status: 302, locale: 'es', source },
    { prefix: '', segment: 'partners', to: PAGE, status: 301, locale: 'en', source },
  ],
};

/** Its security headers, unless a test has others. */
export const HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', "default-src 'none'; script-src 'self'"],
  ['X-Content-Type-Options', 'nosniff'],
];

/** Builds a version into `{dir}/out`, with what a build leaves for hosts. */
export async function buildHosted(dir: string, version: number, headers = HEADERS): Promise<void> {
  const errorPages = LOCALES.map(({ locale, prefix }) =>
    pageFile(`${prefix}/404.html`.slice(1), `<p>not found: ${locale}</p></html>`, locale),
  );
  const files = [
    ...siteOfVersion(version, 24).filter(({ path }) => !path.startsWith('moving')),
    pageFile('index.html', `<p>home ${version}</p></html>`),
    // Long enough that hosts compress it.
    pageFile('long/index.html', `<p>${'long '.repeat(1000)}</p></html>`),
    // Types that not every host knows by itself.
    ...['ics', 'csv', 'webmanifest', 'mjs'].map((ending) => assetFile(`files/a.${ending}`, ending)),
    ...errorPages,
    ...renderClientRedirects(
      RULES,
      LOCALES.map(({ locale }) => locale),
    ),
  ];
  await build(dir, files, { assetReleasesKept: 1 });
  writeReport(dir);
  const lines = headers.map(([name, value]) => `  ${name}: ${value}\n`);
  mkdirSync(join(dir, '.sitegen/hosts/netlify'), { recursive: true });
  writeFileSync(join(dir, '.sitegen/hosts/netlify/_headers'), `/*\n${lines.join('')}/assets/*\n  Cache-Control: x\n`);
  mkdirSync(join(dir, '.sitegen/hosts/s3'), { recursive: true });
  const { files: ofS3 } = renderS3(inputWith(RULES, { ...site, origin: 'https://site.test' }));
  for (const { name, content } of ofS3) writeFileSync(join(dir, '.sitegen/hosts/s3', name), content);
}
