// The planned pages of the folder DATA, read once.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { DATA = '' } = process.env;
const readJson = (name) => JSON.parse(readFileSync(join(DATA, name), 'utf8'));

export const shared = readJson('shared.json');

export function readPages() {
  return readdirSync(join(DATA, 'pages')).flatMap((name) => readJson(`pages/${name}`));
}
