// A copy of the program whose words and templates a bench may change. Packages are linked.

import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COPIED = ['cli', 'client', 'config', 'content', 'locales', 'templates', 'site.config.ts', 'package.json'];

/** A changed file, in a copy of the program. */
export interface ProjectCopy {
  readonly folder: string;
  /** Replaces a text in a file. @throws Error where it is not there. */
  readonly edit: (file: string, from: string, to: string) => void;
}

/** Copies the program into an empty folder. */
export function copyProject(project: string, folder: string): ProjectCopy {
  for (const name of [...COPIED, 'package-lock.json']) {
    const isSample = (path: string) => path.startsWith(join(project, 'content/sample'));
    cpSync(join(project, name), join(folder, name), { recursive: true, filter: (path) => !isSample(path) });
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    edit: (file, from, to) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}.`);
      writeFileSync(path, text.replace(from, to));
    },
  };
}
