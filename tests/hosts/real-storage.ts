// Ceph's object storage as it is: a monitor, one store in memory and the gateway that speaks S3, each on loopback and in a folder of
// the run. From Debian's packages, installed where this machine is Debian and the user may.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CREDENTIALS, OTHER_USERS } from '../release/real-bucket.ts';
import { findPort, installPackages, stop } from './real-servers.ts';

/** A storage that runs. */
export interface RunningStorage {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a storage with no bucket. It takes half a minute. */
export async function startStorage(folder: string): Promise<RunningStorage> {
  installPackages('ceph', 'radosgw', ['ceph-mon', 'ceph-osd', 'radosgw']);
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name), { recursive: true });
  const [monPort, port] = [await findPort(), await findPort()];
  const [cluster, store] = [randomUUID(), randomUUID()];
  const conf = join(folder, 'ceph.conf');
  writeFileSync(conf, describeCluster(folder, { cluster, monPort, port }));
  const run = (program: string, ...args: readonly string[]) => {
    const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: 180_000 });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.\n${stderr}`);
  };
  const children: ChildProcess[] = [];
  const start = (program: string, ...args: readonly string[]) => {
    children.push(spawn(program, ['-f', '-c', conf, ...args], { cwd: folder, stdio: 'ignore' }));
  };
  const stopAll = async () => {
    for (const child of children.toReversed()) await stop(child);
  };
  try {
    run('ceph-authtool', '--create-keyring', 'keyring', '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
    run('monmaptool', '--create', '--addv', 'a', `[v1:127.0.0.1:${monPort}]`, '--fsid', cluster, 'monmap');
    run('ceph-mon', '-c', conf, '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring');
    start('ceph-mon', '-i', 'a');
    run('ceph', '-c', conf, 'osd', 'new', store);
    run('ceph', '-c', conf, 'osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=localhost');
    run('ceph-osd', '-c', conf, '-i', '0', '--mkfs', '--osd-uuid', store);
    start('ceph-osd', '-i', '0');
    const { secretAccessKey, accessKeyId } = CREDENTIALS;
    const administer = (...args: readonly string[]) =>
      run('radosgw-admin', '-c', conf, ...args, '--uid=publisher', `--secret-key=${secretAccessKey}`);
    administer('user', 'create', '--display-name=publisher', `--access-key=${accessKeyId}`);
    for (const user of OTHER_USERS) administer('key', 'create', '--key-type=s3', `--access-key=${user}`);
    start('radosgw', '-n', 'client.rgw', '--no-mon-config');
    const url = `http://127.0.0.1:${port}`;
    await waitForAnswer(url);
    return { url, stop: stopAll };
  } catch (cause) {
    await stopAll();
    throw cause;
  }
}

function describeCluster(
  folder: string,
  { cluster, monPort, port }: { readonly cluster: string; readonly monPort: number; readonly port: number },
): string {
  return `[global]
fsid = ${cluster}
mon initial members = a
mon host = [v1:127.0.0.1:${monPort}]
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
osd crush update on start = false
osd objectstore = memstore
memstore device bytes = 1073741824
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
pid file = ${folder}/$name.pid
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
keyring = ${folder}/keyring
rgw frontends = beast endpoint=127.0.0.1:${port}
`;
}

async function waitForAnswer(url: string): Promise<void> {
  for (let turn = 0; turn < 240; turn += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    await wait(500);
  }
  throw new Error('The gateway did not start.');
}
