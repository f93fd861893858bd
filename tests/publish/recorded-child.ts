// Builds, one after the other, that write down what they ask of the disk: recorded-child.ts DIR VERSION,VERSION… PAGES synced|loose
// The calls go to the real file system; the recording is printed as one line of JSON.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import type { DiskCall } from './power-cut.ts';

const [dir = '', versions = '', pages = '0', mode] = process.argv.slice(2);
const calls: DiskCall[] = [];
const pathByDescriptor = new Map<number, { readonly path: string; readonly isWritten: boolean }>();
const pathOf = (path: unknown) => relative(dir, String(path));
const real = { ...fs };

/** Runs the real call and notes it where it succeeded. */
function record<Args extends unknown[], Result>(
  call: (...args: Args) => Result,
  note: (args: Args, result: Result) => void,
) {
  return (...args: Args): Result => {
    const result = call(...args);
    note(args, result);
    return result;
  };
}

Object.assign(fs, {
  openSync: record(real.openSync, ([path, flags], descriptor) => {
    const isWritten = String(flags).startsWith('w');
    pathByDescriptor.set(descriptor, { path: pathOf(path), isWritten });
    if (isWritten) calls.push({ call: 'create', path: pathOf(path) });
  }),
  closeSync: (descriptor: number) => {
    real.closeSync(descriptor);
    const open = pathByDescriptor.get(descriptor);
    pathByDescriptor.delete(descriptor);
    if (open?.isWritten) calls.push({ call: 'data', path: open.path, text: textOf(open.path) });
  },
  fsyncSync: record(real.fsyncSync, ([descriptor]) => {
    calls.push({ call: 'sync', path: pathByDescriptor.get(descriptor)?.path ?? '' });
  }),
  copyFileSync: record(real.copyFileSync, ([, to]) => {
    calls.push({ call: 'create', path: pathOf(to) }, { call: 'data', path: pathOf(to), text: textOf(pathOf(to)) });
  }),
  mkdirSync: record(real.mkdirSync, ([path]) => calls.push({ call: 'mkdir', path: pathOf(path) })),
  renameSync: record(real.renameSync, ([from, to]) => {
    calls.push({ call: 'rename', path: pathOf(from), to: pathOf(to) });
  }),
  rmSync: record(real.rmSync, ([path]) => calls.push({ call: 'remove', path: pathOf(path) })),
  rmdirSync: record(real.rmdirSync, ([path]) => calls.push({ call: 'remove', path: pathOf(path) })),
});
syncBuiltinESMExports();

function textOf(path: string): string {
  return real.readFileSync(join(dir, path), 'utf8');
}

const { open, siteOfVersion } = await import('./small-site.ts');
for (const version of versions.split(',')) {
  const session = await open(dir, { isSynced: mode === 'synced' });
  for (const file of siteOfVersion(Number(version), Number(pages))) session.write(file);
  session.writeState('routes.json', `{"version":${version}}`);
  await session.commit({ locales: 'all' });
}
real.writeSync(1, JSON.stringify(calls));
