// `npm run lock`, after adding a package: adds the optional packages of other platforms to package-lock.json. npm omits packages that
// the registry does not have, and `npm ci` then rejects the lock file.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findMissingOptional, type LockFile, lockedPlatform } from './lock-file.ts';

const file = resolve(import.meta.dirname, '../../package-lock.json');
const lock: LockFile = JSON.parse(readFileSync(file, 'utf8'));
const missing = findMissingOptional(lock);
for (const { path, name, version, isDev } of missing) {
  lock.packages[path] = {
    version,
    ...(isDev ? { dev: true } : {}),
    optional: true,
    ...lockedPlatform(name),
  };
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
process.stdout.write(`${missing.length} optional packages of other platforms added to package-lock.json.\n`);
