// Installs the peers that come with npm, each into its own folder, exactly as its lock file says. Only on purpose:
// `npm run bench:peers -- --install`.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Peer } from './contenders.ts';

/** @throws Error where npm fails. */
export function installPeers(peers: readonly Peer[]): void {
  for (const { name, project } of peers) {
    if (project === null || !existsSync(join(project, 'package.json'))) {
      process.stdout.write(`${name} is a program of its own: install it with the system's packages.\n`);
      continue;
    }
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: project, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm could not install ${name} in ${project}.`);
  }
}
