// A copy of the project whose sources a test may change, as an owner or an editor does in a clone: settings, words,
// templates, the sample's content. Packages are those of the project.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CommandRun, endProcesses, runSitegen, shareCompiledCode } from '../../site/run-sitegen.ts';

const PROJECT = resolve(import.meta.dirname, '../../..');
const FOLDERS = ['cli', 'client', 'config', 'content', 'locales', 'templates'];
const FILES = ['site.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** A copy of the project. */
export interface ProjectCopy {
  readonly folder: string;
  /** Changes a file of the copy by its path in the project. */
  readonly edit: (file: string, change: (text: string) => string) => void;
  readonly remove: () => void;
  /** Runs `sitegen ARGS` of the copy in its folder, in a process that has run others since the code was last changed. */
  readonly run: (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<CommandRun>;
}

/** Copies the project. The caller removes the copy. */
export function copyProject(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-project-'));
  for (const name of [...FOLDERS, ...FILES]) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  shareCompiledCode(folder);
  return {
    folder,
    remove: () => {
      endProcesses(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    edit: (file, change) => {
      const path = join(folder, file);
      const before = readFileSync(path, 'utf8');
      const after = change(before);
      if (after === before) throw new Error(`The change leaves ${file} as it was.`);
      writeFileSync(path, after);
    },
    run: (args, environment = {}) =>
      runSitegen(args, { cwd: folder, environment, bin: join(folder, 'cli/sitegen.js') }),
  };
}
