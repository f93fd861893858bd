// The planned pages of the folder DATA, read once a process.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { DATA = '' } = process.env;
const readJson = (name) => JSON.parse(readFileSync(join(DATA, name), 'utf8'));

const pages = readdirSync(join(DATA, 'pages')).flatMap((name) => readJson(`pages/${name}`));
const pageByPath = new Map(pages.map((page) => [page.path, page]));
const shared = readJson('shared.json');

/** Segments of every page. */
export function listPaths() {
  return pages.map(({ path }) => path.split('/').filter((segment) => segment !== ''));
}

/** The page of some segments, and what it shares. */
export function findPage(segments = []) {
  const page = pageByPath.get(segments.length === 0 ? '/' : `/${segments.map(decodeURIComponent).join('/')}/`);
  return { page, shared: shared[page.shared] };
}
