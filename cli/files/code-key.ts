// A key of all code and words that a site is made with: equal keys mean that equal content gives equal bytes.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashFile, sha256 } from './content-hash.ts';
import { listFiles } from './list-files.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = ['{cli,client,config,content,locales,templates}/**', 'package{,-lock}.json'];
/** The sample is content, not code: it comes through the content service. */
const CONTENT = ['content/sample/**'];

/** Hash over every source file of the project and over the versions of its packages and of Node, whose Unicode data print dates. */
export function findCodeKey(): string {
  const hashes = listFiles(PROJECT, SOURCES, CONTENT).map((file) => `${file} ${hashFile(join(PROJECT, file))}`);
  return sha256([process.version, ...hashes].join('\n'));
}
