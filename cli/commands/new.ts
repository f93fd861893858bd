// `sitegen new`: creates a page, a collection or a locale that builds as it is.

import type { ExitCode } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import { applyStub, createCollectionStub, createLocaleStub, createPageStub, type Stub } from '../scaffold/stubs.ts';
import { plural } from '../text/printable-text.ts';
import type { CommandContext } from './build.ts';

type NewKind = 'page' | 'collection' | 'locale';

const STUBS: Readonly<Record<NewKind, (name: string, project: string) => Stub>> = {
  page: createPageStub,
  collection: createCollectionStub,
  locale: createLocaleStub,
};

/** Writes the files and lists the next steps. Exit 0. */
export function runNew(kind: NewKind, name: string, _: unknown, { reporter }: CommandContext): ExitCode {
  const stub = STUBS[kind](name, PROJECT);
  const files = applyStub(PROJECT, stub);
  const text = [
    `Wrote ${plural(files.length, 'file')}:`,
    ...files.map((file) => `  ${file}`),
    'Next:',
    ...stub.next.map((line) => `  ${line}`),
  ];
  reporter.printResult({ text: text.join('\n'), data: { kind, name, files, next: stub.next } });
  return 0;
}
