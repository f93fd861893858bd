// Applies the changes of `sitegen new`: new files, and rows in the tables of the project.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SiteError } from '../errors.ts';
import { makeFolder, writeWhole } from '../files/write-file.ts';

/** A new file, or text inserted into an existing one. Paths are relative to the project. */
type Change =
  | { readonly file: string; readonly content: string }
  /** Inserts the text before the first match of the pattern. */
  | { readonly file: string; readonly before: RegExp; readonly text: string };

/** The changes of a stub, and the next steps for the user. */
export interface Stub {
  readonly changes: readonly Change[];
  readonly next: readonly string[];
}

/**
 * Makes all changes, or none.
 * @returns the changed files in order.
 * @throws SiteError STUB_EXISTS, STUB_NO_PLACE (exit 2).
 */
export function applyStub(project: string, { changes }: Stub): readonly string[] {
  const texts = new Map<string, string>();
  for (const change of changes) {
    const file = join(project, change.file);
    if ('content' in change) {
      if (existsSync(file)) throw failure('STUB_EXISTS', `${change.file} exists already. Choose another name.`);
      texts.set(change.file, change.content);
      continue;
    }
    const source = texts.get(change.file) ?? readFileSync(file, 'utf8');
    const at = source.search(change.before);
    if (at === -1)
      throw failure(
        'STUB_NO_PLACE',
        `${change.file} has changed too much to edit it. Add this by hand:\n${change.text}`,
      );
    texts.set(change.file, `${source.slice(0, at)}${change.text}${source.slice(at)}`);
  }
  for (const [file, text] of texts) {
    makeFolder(dirname(join(project, file)));
    writeWhole(join(project, file), text);
  }
  return [...texts.keys()];
}

function failure(code: string, message: string): SiteError {
  return new SiteError({ code, exitCode: 2, message: `${message} Nothing was written.` });
}
