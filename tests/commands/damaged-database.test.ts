// Builds over what a full disk, a copy that was cut short or another program left of the database.

import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { sampleOf } from '../long-run.ts';
import { serviceWith } from '../service/content-service.ts';
import { makeFolder, readTree, runSitegen } from '../site/run-sitegen.ts';
import { smallContent } from '../site/small-content.ts';

function setVersion(file: string, version: number): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
}

/** Overwrites the pages after the first ones, which SQLite does not read when it opens the file. */
function scramble(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(7, 65_536);
  writeFileSync(file, bytes);
}

it('reads everything again, moves what is damaged aside, replaces an older one, and refuses a newer one', async () => {
  const cwd = makeFolder();
  const service = await serviceWith(smallContent());
  onTestFinished(() => service.stop());
  const build = () =>
    runSitegen(['build', '--locale', 'en', '--origin', 'https://www.example.com', '--content-url', service.url], {
      cwd,
    });
  expect(await build()).toMatchObject({ code: 0 });
  const before = readTree(join(cwd, 'out'));
  const file = join(cwd, '.sitegen/site.sqlite');
  const damages = [
    [scramble, 'was damaged and was moved to site.sqlite.damaged'],
    [(name: string) => writeFileSync(name, 'x'.repeat(9000)), 'was damaged and was moved to site.sqlite.damaged'],
    [(name: string) => setVersion(name, 1), 'is from an older sitegen'],
    [(name: string) => truncateSync(name, 5000), 'was damaged and was moved to site.sqlite.damaged'],
    [(name: string) => rmSync(name), ''],
  ] as const;
  for (const [damage, said] of sampleOf(damages, 3)) {
    damage(file);
    const run = await build();
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining(said)]);
    expect(readTree(join(cwd, 'out'))).toEqual(before);
  }
  setVersion(file, 99);
  const refused = await build();
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('DATABASE_NEWER')]);
  expect(readTree(join(cwd, 'out'))).toEqual(before);
});
