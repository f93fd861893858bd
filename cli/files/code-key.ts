// A key of all code and words that a site is made with: equal keys mean that equal content gives equal bytes.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from './content-hash.ts';
import { type FileHashes, type FileHashesOptions, openFileHashes } from './file-hashes.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
/** Sample content is content, not code: it comes through the content service. */
const FOLDERS = ['cli', 'client', 'config', 'content', 'locales', 'templates'];
const FILES = ['package.json', 'package-lock.json'];
const LEFT_OUT = 'content/sample';

/** Hash over every source file of the project and over the versions of its packages and of Node, whose Unicode data print dates. */
export function findCodeKey(build: FileHashesOptions & { readonly hashes?: FileHashes }): string {
  const { hashes: known = openFileHashes(build) } = build;
  const files = [...FILES.filter((file) => existsSync(join(PROJECT, file))), ...FOLDERS.flatMap(listFiles)].sort();
  const hashes = files.map((file) => `${file} ${known.hashOf(join(PROJECT, file))}`);
  known.store();
  return sha256([process.version, ...hashes].join('\n'));
}

function listFiles(folder: string): readonly string[] {
  if (folder === LEFT_OUT) return [];
  return readdirSync(join(PROJECT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(path);
    // What a desktop or an editor leaves there (.DS_Store) is no source.
    return entry.isFile() && !entry.name.startsWith('.') ? [path] : [];
  });
}
