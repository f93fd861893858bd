// Paths of files inside the out folder: relative, '/' between parts, decoded. A valid one cannot leave its folder.

const FORBIDDEN_CHARACTER = /[\\\p{Cc}]/u;
/** Most paths, which need no other check. */
const PLAIN_PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Whether a path names a file inside its folder on every file system: no empty, '.' or '..' part, no backslash, no control character. */
export function isOutPath(path: string): boolean {
  return (
    PLAIN_PATH.test(path) ||
    (path.isWellFormed() &&
      !FORBIDDEN_CHARACTER.test(path) &&
      path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'))
  );
}

/** @throws Error (a bug of the caller) for a path that is not one of a file inside the folder. */
export function assertOutPath(path: string): void {
  if (!isOutPath(path)) throw new Error(`${JSON.stringify(path)} is not a path inside the out folder.`);
}

/** Most paths: lower-case ASCII. */
const CASELESS_PATH = /^[ -@[-~]*$/;

/** A key of the path: on file systems that ignore case and Unicode forms, paths with equal keys are one file. */
export function caselessPath(path: string): string {
  return CASELESS_PATH.test(path) ? path : foldCase(path.normalize('NFC'));
}

/** Full case folding: 'ß' and 'SS' are one, as are 'ﬁ' and 'FI'. A dotless 'ı' is no 'i'. */
function foldCase(text: string): string {
  return text
    .split('ı')
    .map((part) => part.toUpperCase().toLowerCase())
    .join('ı');
}

/** The folders above a path, nearest first: 'a/b/c' → 'a/b', 'a'. */
export function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}
