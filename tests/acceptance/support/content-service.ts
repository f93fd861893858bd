// A content service that a test may stop and start again on the same port: the sample's own, as a process of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { killAtEnd } from '../../child-processes.ts';

const BIN = resolve(import.meta.dirname, '../../../cli/sitegen.js');

/** A service on a fixed port of loopback. */
export interface ContentService {
  readonly url: string;
  /** Resolves when it answers. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Finds a port; the service does not run yet. It is stopped when the test ends. */
export async function planContentService(): Promise<ContentService> {
  const port = await findPort();
  let child: ChildProcess | null = null;
  const stop = async () => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null) return;
    const isOver = once(running, 'close');
    running.kill('SIGINT');
    await isOver;
  };
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      child = killAtEnd(
        spawn(process.execPath, [BIN, 'sample-service', '--port', String(port)], {
          stdio: ['ignore', 'ignore', 'pipe'],
        }),
      );
      await once(child.stderr ?? child, 'data');
    },
    stop,
  };
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A server that listens on TCP has an address of this type.
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
