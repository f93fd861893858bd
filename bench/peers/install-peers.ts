// Installs the peers that come with npm, each into its own folder, exactly as its lock file says. Only on purpose:
// `npm run bench:peers -- --install`.

import { spawnSync } from 'node:child_process';
import { isNpmProject, type Peer, projectOf } from './contenders.ts';

/** @throws Error where npm fails. */
export function installPeers(peers: readonly Peer[]): void {
  for (const peer of peers) {
    if (!isNpmProject(peer)) {
      process.stdout.write(`${peer.name} is a program of its own: install it with the system's packages.\n`);
      continue;
    }
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: projectOf(peer), stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm could not install ${peer.name} in bench/peers/${peer.id}.`);
  }
}
