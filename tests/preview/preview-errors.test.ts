// What the command says when it cannot start, word for word, and with which exit code.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, messageOf, runSitegen } from '../site/run-sitegen.ts';

describe('sitegen preview', () => {
  it('says that a folder holds no site (PREVIEW_DIR, exit 2)', async () => {
    const cwd = makeFolder();
    const run = await runSitegen(['preview', '--dir', 'out'], { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toBe(
      `sitegen preview  of out\nPREVIEW_DIR  There is no site in ${cwd}/out: it has no index.html. Run "sitegen build" first, or name the out folder of a build with --dir.\n`,
    );
  });

  it('says that an address is none of this machine’s (PREVIEW_HOST, exit 2)', async () => {
    const run = await runSitegen(['preview', '--sample', '--host', '192.0.2.1'], { cwd: makeFolder() });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/^sitegen preview {2}of the sample content\n/);
    expect(run.stderr).toContain(
      'PREVIEW_HOST  The preview cannot listen on "192.0.2.1": listen EADDRNOTAVAIL: address not available 192.0.2.1:4400. Use an address of this machine, or omit --host.',
    );
  });

  it('says that its cache folder cannot be made, and ends (CACHE_UNWRITABLE, exit 2)', async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, 'file'), '');
    const run = await runSitegen(['preview', '--sample', '--port', '0', '--cache-dir', 'file'], { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /\nCACHE_UNWRITABLE {2}The folder \S+\/file cannot be made or written: .+\. Check its permissions, or name another one with --cache-dir\.\n$/,
    );
  });

  it('refuses wrong usage (exit 2)', async () => {
    for (const args of [['--poll', '-1'], ['--poll', ''], ['--port', '70000'], ['--nothing']]) {
      const run = await runSitegen(['preview', ...args], { cwd: makeFolder() });
      expect([args, run.code]).toEqual([args, 2]);
    }
    const clock = await runSitegen(['preview', '--sample', '--clock', 'tomorrow'], { cwd: makeFolder() });
    expect(clock.code).toBe(2);
    expect(messageOf(clock)).toContain(
      'CLOCK_INVALID  The clock "tomorrow" is not an ISO 8601 date or date-time with time zone.',
    );
  });
});
