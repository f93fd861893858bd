// Checks and compares paths of files in the out folder: relative, with '/', decoded. A valid path cannot leave the folder.

import type { OutPath } from '../files/brands.ts';

const FORBIDDEN_CHARACTER = /[\\\p{Cc}]/u;
/** Simple paths, which need no other check. */
const PLAIN_PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Whether a path is inside its folder on every file system: no empty, '.' or '..' part, no backslash or control character. */
export function isOutPath(path: string): path is OutPath {
  return (
    PLAIN_PATH.test(path) ||
    (path.isWellFormed() &&
      !FORBIDDEN_CHARACTER.test(path) &&
      path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'))
  );
}

/** @throws Error (a bug of the caller) if the path is not inside the folder. */
export function assertOutPath(path: string): void {
  if (!isOutPath(path)) throw new Error(`${JSON.stringify(path)} is not a path inside the out folder.`);
}

/** Lower-case ASCII, as most paths are. */
const CASELESS_PATH = /^[ -@[-~]*$/;

/** Equal for paths that are the same file on file systems that ignore case and Unicode normalization. */
export function caselessPath(path: string): string {
  return CASELESS_PATH.test(path) ? path : foldCase(path.normalize('NFC'));
}

/** Full case folding: 'ß' equals 'SS', and 'ﬁ' equals 'FI'. A dotless 'ı' differs from 'i'. */
function foldCase(text: string): string {
  return text
    .split('ı')
    .map((part) => part.toUpperCase().toLowerCase())
    .join('ı');
}

/** The parent folders of a path, nearest first: 'a/b/c' → 'a/b', 'a'. */
export function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}
