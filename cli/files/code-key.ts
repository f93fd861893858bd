// A key of all code and messages. With equal keys, the same content gives the same files.

import { join } from 'node:path';
import type { Digest } from './brands.ts';
import { hashFile, sha256 } from './content-hash.ts';
import { listFiles } from './list-files.ts';
import { PROJECT } from './project.ts';

const SOURCES = ['{cli,client,config,content,locales,templates}/**', 'package{,-lock}.json'];
/** Sample entries are content, and pages do not depend on the Statamic kit. */
const CONTENT = ['content/{sample,statamic}/**'];

/** Hashes all source files of the project, the versions of its packages, and the version of Node, which formats dates. */
export function findCodeKey(): Digest {
  const hashes = listFiles(PROJECT, SOURCES, CONTENT).map((file) => `${file} ${hashFile(join(PROJECT, file))}`);
  return sha256([process.version, ...hashes].join('\n'));
}
