// Scripted edits of the pages of the sample: the comparison reports exactly the pages whose bytes changed, says exactly what changed
// on each, and groups what they share. 6 edits by default, 300 with TEST_LONG=1; the seed is printed and TEST_SEED
// repeats a run.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import type { ChangeKind } from '../../cli/diff/compare-pages.ts';
import type { DiffReport } from '../../cli/diff/diff-report.ts';
import { loadSharedSample } from '../browser/shared-sample.ts';
import { IS_LONG } from '../long-run.ts';
import { createWholeRandom } from '../random-numbers.ts';
import { compare, pathsOf, sideOf, type Tree } from './memory-side.ts';

const EDITS = IS_LONG ? 300 : 6;
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

/** Articles in two languages, lists of them, plain pages, error pages and redirects. */
async function loadPages(): Promise<Tree> {
  const out = await loadSharedSample();
  const files = fastGlob.sync(
    [
      '*.html',
      '{blog,about,demo,pricing,press,jobs}/*.html',
      `{,ua/}blog/${IS_LONG ? '' : '[a-m]'}*/index.html`,
      'redirects/*',
      'robots.txt',
      'sitemap.xml',
    ],
    { cwd: out },
  );
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(join(out, file), 'utf8')]));
}

/** An edit of the HTML of one page, and what it changes. */
interface Edit {
  readonly name: string;
  readonly kinds: readonly ChangeKind[];
  /** Null where the page has nothing of the kind. */
  readonly edit: (html: string, number: number) => string | null;
}

const replace = (html: string, pattern: RegExp, text: string): string | null => {
  const edited = html.replace(pattern, text);
  return edited === html ? null : edited;
};

const EDITS_OF_PAGES: readonly Edit[] = [
  { name: 'title', kinds: ['title'], edit: (html, n) => replace(html, /<title>/, `<title>Word${n} `) },
  {
    name: 'description',
    kinds: ['description'],
    edit: (html, n) => replace(html, /(<meta name="description" content=")/, `$1Word${n} `),
  },
  {
    name: 'noindex',
    kinds: ['robots'],
    edit: (html) =>
      html.includes('name="robots"') ? null : replace(html, /<title>/, '<meta name="robots" content="noindex"><title>'),
  },
  {
    name: 'canonical',
    kinds: ['canonical'],
    edit: (html, n) => replace(html, /(<link rel="canonical" href="[^"]*)/, `$1word${n}/`),
  },
  {
    name: 'language link',
    kinds: ['language-links'],
    edit: (html, n) =>
      replace(html, /<title>/, `<link rel="alternate" hreflang="fr" href="https://www.example.com/fr/${n}/"><title>`),
  },
  { name: 'language', kinds: ['language'], edit: (html) => replace(html, /<html lang="[^"]*"/, '<html lang="fr"') },
  { name: 'heading', kinds: ['h1', 'text'], edit: (html, n) => replace(html, /(<h1[^>]*>)/, `$1Word${n} `) },
  { name: 'text', kinds: ['text'], edit: (html, n) => replace(html, /(<main[\s\S]*?<p>)/, `$1Word${n} `) },
  { name: 'new text', kinds: ['text'], edit: (html, n) => replace(html, /<\/main>/, `<p>A new word${n}.</p></main>`) },
  { name: 'footer', kinds: ['text'], edit: (html, n) => replace(html, /<\/footer>/, `<p>Word${n}</p></footer>`) },
  {
    name: 'link',
    kinds: ['links'],
    edit: (html, n) => replace(html, /(<main[\s\S]*?<a [^>]*?href=")[^"#]*(")/, `$1/word${n}/$2`),
  },
  {
    name: 'picture',
    kinds: ['pictures'],
    edit: (html, n) => replace(html, /(<img [^>]*?src=")[^"]*(")/, `$1/assets/word${n}.png$2`),
  },
  {
    name: 'alternative text',
    kinds: ['text'],
    edit: (html, n) => replace(html, /(<img [^>]*?alt=")/, `$1Word${n} `),
  },
  {
    name: 'other picture of the same name',
    kinds: ['pictures'],
    edit: (html) => replace(html, /(<img [^>]*?src="\/assets\/[^"]*?)-[0-9a-f]{10}\./, '$1-0123456789.'),
  },
  {
    name: 'structured data',
    kinds: ['structured-data'],
    edit: (html, n) => replace(html, /("@context":"https:\/\/schema.org",)/, `$1"alternateName":"Word${n}",`),
  },
  {
    name: 'social',
    kinds: ['share'],
    edit: (html, n) => replace(html, /(property="og:title" content=")/, `$1Word${n} `),
  },
  { name: 'label', kinds: ['text'], edit: (html, n) => replace(html, /(aria-label=")/, `$1Word${n} `) },
  {
    name: 'bytes of a style',
    kinds: ['assets'],
    edit: (html) => replace(html, /(href="\/assets\/styles)-[0-9a-f]{10}\.css/, '$1-0123456789.css'),
  },
  { name: 'class', kinds: ['markup'], edit: (html, n) => replace(html, /<body/, `<body class="word${n}"`) },
  {
    name: 'attribute of no meaning',
    kinds: ['markup'],
    edit: (html, n) => replace(html, /<main/, `<main data-word="${n}"`),
  },
];

/** What an edit of several pages does. */
interface Script {
  readonly name: string;
  readonly tree: Tree;
  readonly kinds: ReadonlyMap<string, ReadonlySet<ChangeKind>>;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly moved: readonly string[];
  readonly redirects: readonly string[];
}

const pathOf = (file: string) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
const isPage = (html: string) => !html.includes('http-equiv="refresh"');

/** One to three edits, each of one to five pages, and sometimes a page that comes, goes or moves. */
function writeScript(tree: Tree, random: (limit: number) => number, number: number): Script {
  const pages = Object.keys(tree).filter((file) => file.endsWith('index.html') && isPage(tree[file] ?? ''));
  const pick = () => pages.splice(random(pages.length), 1)[0] ?? '';
  const edited: Record<string, string> = { ...tree };
  const kinds = new Map<string, Set<ChangeKind>>();
  const names: string[] = [];
  for (let count = random(3); count >= 0; count -= 1) {
    const edit = EDITS_OF_PAGES[random(EDITS_OF_PAGES.length)];
    for (let left = random(5); edit !== undefined && left >= 0; left -= 1) {
      const file = pick();
      const html = edit.edit(tree[file] ?? '', number);
      if (html === null) continue;
      edited[file] = html;
      kinds.set(pathOf(file), new Set(edit.kinds));
      names.push(`${edit.name} of ${file}`);
    }
  }
  const lone = { removed: [] as string[], added: [] as string[], moved: [] as string[], redirects: [] as string[] };
  const file = pick();
  const other = random(5);
  if (other === 0) lone.removed.push(pathOf(file));
  if (other === 1) {
    lone.moved.push(`/moved/${number}/`);
    lone.redirects.push(pathOf(file));
    edited[`moved/${number}/index.html`] = tree[file] ?? '';
    const rule = JSON.stringify({ from: pathOf(file), to: `/moved/${number}/`, status: 301 });
    edited['redirects/en.json'] = (tree['redirects/en.json'] ?? '').replace('"rules":[', `"rules":[${rule},`);
  }
  if (other <= 1) delete edited[file];
  if (other === 2) {
    lone.added.push(`/new/${number}/`);
    edited[`new/${number}/index.html`] = `<!doctype html><title>New</title><h1>New ${number}</h1>`;
  }
  if (other === 3) {
    lone.redirects.push('/press/');
    edited['redirects/en.json'] = (tree['redirects/en.json'] ?? '').replace(
      '{"from":"/press/","to":"/blog/"',
      '{"from":"/press/","to":"/about/"',
    );
  }
  return { name: `${names.join(', ')}; ${JSON.stringify(lone)}`, tree: edited, kinds, ...lone };
}

/** The kinds of changes that a report has of a page. */
function kindsOf({ groups, pages }: DiffReport, path: string): ReadonlySet<ChangeKind> {
  const ids = new Set(pages.find((page) => page.path === path)?.changes);
  return new Set(groups.filter(({ id }) => ids.has(id)).flatMap(({ kind, also }) => [kind, ...also]));
}

describe('compareSites', () => {
  it(`reports exactly what each of ${EDITS} edits changed (seed ${SEED})`, { timeout: 600_000 }, async () => {
    const random = createWholeRandom(SEED);
    const tree = await loadPages();
    const base = sideOf(tree);
    expect((await compare(base, sideOf(tree))).pages).toEqual([]);
    for (let number = 1; number <= EDITS; number += 1) {
      const script = writeScript(tree, random, number);
      const report = await compare(base, sideOf(script.tree));
      expect([script.name, pathsOf(report, 'changed')]).toEqual([script.name, [...script.kinds.keys()].sort()]);
      expect([script.name, pathsOf(report, 'removed')]).toEqual([script.name, script.removed]);
      expect([script.name, pathsOf(report, 'added')]).toEqual([script.name, script.added]);
      expect([script.name, pathsOf(report, 'moved')]).toEqual([script.name, script.moved]);
      expect([script.name, report.redirects.map(({ from }) => from)]).toEqual([script.name, script.redirects]);
      for (const [path, kinds] of script.kinds)
        expect([script.name, path, [...kindsOf(report, path)].sort()]).toEqual([script.name, path, [...kinds].sort()]);
    }
  });

  it('does not take the home page with another canonical address for a site at another address', async () => {
    const tree = await loadPages();
    const home = (tree['index.html'] ?? '').replace(/(<link rel="canonical" href="[^"]*)/, '$1other/');
    const report = await compare(sideOf(tree), sideOf({ ...tree, 'index.html': home }));
    expect(pathsOf(report, 'changed')).toEqual(['/']);
    expect([...kindsOf(report, '/')]).toEqual(['canonical']);
  });

  it('knows the address of a site of one page, and of one with a page whose canonical address is elsewhere', async () => {
    const page = (path: string, origin = 'https://site.test') =>
      `<link rel="canonical" href="${origin}${path}"><p>a</p>`;
    const tree = { 'index.html': page('/'), 'b/index.html': page('/b/') };
    for (const other of [{ 'index.html': page('/') }, { ...tree, 'a/index.html': page('/a/', 'https://other.test') }]) {
      const report = await compare(sideOf(other), sideOf(tree));
      expect([report.base.origin, pathsOf(report, 'changed')]).toEqual(['https://site.test', []]);
    }
  });

  it('shows a change of all pages once, with their number', async () => {
    const tree = await loadPages();
    const edited = Object.fromEntries(
      Object.entries(tree).map(([file, html]) => [
        file,
        html.replace('</footer>', '<a href="/new/">A new link</a></footer>'),
      ]),
    );
    const report = await compare(sideOf(tree), sideOf(edited));
    const pages = Object.values(tree).filter((html) => html.includes('</footer>')).length;
    expect(pages).toBeGreaterThan(20);
    expect(report.groups).toMatchObject([
      { kind: 'text', region: 'footer', pages, runs: [{ mark: '+', text: 'A new link' }] },
      { kind: 'links', subject: '', pages, runs: [{ mark: '+', text: '/new/' }] },
    ]);
  });
});
