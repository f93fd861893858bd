// Which files a build downloads, and when missing ones stop it, over real HTTP.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createContentClient } from '../../../cli/content/client/content-client.ts';
import { type FetchFilesInput, fetchFiles } from '../../../cli/content/files/fetch-files.ts';
import { filesDirOf } from '../../../cli/content/files/file-store.ts';
import { siteOptions } from '../../makers.ts';

const DAY_MS = 24 * 3_600_000;

/** A service with `count` pictures, and a build that shows them all. */
async function startService(count: number, { hasList = true } = {}) {
  const addresses = Array.from({ length: count }, (_, index) => `/assets/${index}.png`);
  const data = addresses.map((url) => ({ url, size_bytes: 10, last_modified: '2026-01-01T00:00:00Z' }));
  const missing = new Set<string>();
  const failing = new Map<string, number>();
  /** Pictures that were requested. */
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/api/')) {
      response.writeHead(hasList ? 200 : 404, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(hasList ? { data, meta: { last_page: 1, total: data.length } } : { message: 'Not found.' }),
      );
      return;
    }
    asked.push(url);
    const status = missing.has(url) ? 404 : (failing.get(url) ?? 200);
    if (status !== 200) response.writeHead(status).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cacheDir = mkdtempSync(join(tmpdir(), 'sitegen-files-'));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createContentClient({ url, token: null, clientId: null, policy: siteOptions().content }, () => {});
  onTestFinished(async () => {
    await client.close();
    server.close();
    server.closeAllConnections();
    rmSync(cacheDir, { recursive: true });
  });
  const fetch = (options: Partial<FetchFilesInput> = {}) =>
    fetchFiles({
      addresses,
      site: siteOptions(),
      service: { url, isSample: false, token: null },
      client,
      cacheDir,
      isAvailable: true,
      onFetchError: 'fail',
      allowShrink: false,
      report: () => {},
      signal: new AbortController().signal,
      ...options,
    });
  return { addresses, missing, failing, asked, filesDir: filesDirOf(cacheDir), fetch };
}

it('stops where more than three files and a fifth of the known ones are gone', async () => {
  const { addresses, missing, fetch } = await startService(15);
  await fetch();
  for (const address of addresses.slice(0, 3)) missing.add(address);
  expect((await fetch()).files.filter(({ fault }) => fault !== null)).toHaveLength(3);
  missing.add('/assets/3.png');
  await expect(fetch()).rejects.toMatchObject({
    exitCode: 3,
    problems: [{ code: 'CONTENT_FILES_SHRUNK', what: expect.stringContaining('4 images and files') }],
  });
  expect((await fetch({ allowShrink: true })).files.filter(({ fault }) => fault !== null)).toHaveLength(4);
});

it('goes on where more than three files are gone that are a fifth of the known ones or less', async () => {
  const { addresses, missing, fetch } = await startService(20, { hasList: false });
  await fetch();
  for (const address of addresses.slice(0, 4)) missing.add(address);
  expect((await fetch()).files.filter(({ fault }) => fault !== null)).toHaveLength(4);
});

it('trusts the list of assets for a day, then asks for each file again', async () => {
  const { addresses, asked, filesDir, fetch } = await startService(20);
  await fetch();
  expect(asked.toSorted()).toEqual(addresses.toSorted());
  asked.length = 0;
  await fetch();
  expect(asked).toEqual([]);
  const index = join(filesDir, 'index.json');
  const stored = JSON.parse(readFileSync(index, 'utf8'));
  for (const row of Object.values<{ checkedAt: number }>(stored.files)) row.checkedAt -= DAY_MS;
  writeFileSync(index, JSON.stringify(stored));
  await fetch();
  expect(asked).toHaveLength(20);
});

it('reads every file again with --full, because the list and the service may not notice that one was replaced', async () => {
  const { addresses, asked, fetch } = await startService(20);
  await fetch();
  asked.length = 0;
  await fetch({ isFull: true });
  expect(asked.toSorted()).toEqual(addresses.toSorted());
});

it('takes the address of a file as it is where its path begins like a host', async () => {
  const { asked, fetch } = await startService(1);
  const { files } = await fetch({ addresses: ['///evil.example/a.png', '/.//evil.example/b.png'] });
  expect(asked.toSorted()).toEqual(['//evil.example/b.png']);
  expect(files.map(({ address }) => new URL(address).pathname)).toEqual(['//evil.example/b.png']);
});

it('asks for names with signs that addresses must have encoded', async () => {
  const { asked, fetch } = await startService(1);
  await fetch({ addresses: ['/assets/100% #1.jpg', '/assets/50%25%20off.jpg#top', '\u200b/assets/c#.png '] });
  expect(asked.toSorted()).toEqual(['/assets/100%25%20%231.jpg', '/assets/50%25%20off.jpg', '/assets/c%23.png']);
});

it('leaves out a few files for which a service always fails that serves the others', async () => {
  const { addresses, failing, fetch } = await startService(4);
  const site = siteOptions({ content: { retryBaseMs: 1, lastingMs: 10, retries: 2 } });
  failing.set('/assets/0.png', 500);
  const { files } = await fetch({ site });
  expect(files.filter(({ fault }) => fault !== null)).toMatchObject([
    {
      address: '/assets/0.png',
      fault: { what: 'The file could not be downloaded. The content service answered 500.' },
    },
  ]);
  failing.set('/assets/0.png', 503);
  await expect(fetch({ site })).rejects.toMatchObject({ code: 'CONTENT_FILES_UNAVAILABLE' });
  failing.clear();
  for (const address of addresses) failing.set(address, 500);
  await expect(fetch({ site, isFull: true })).rejects.toMatchObject({ code: 'CONTENT_FILES_UNAVAILABLE' });
});

it('stops where a service has no other file, or fails for many', async () => {
  const site = siteOptions({ content: { retryBaseMs: 1, lastingMs: 10, retries: 2 } });
  const few = await startService(4);
  few.missing.add('/assets/0.png');
  for (const address of few.addresses.slice(1)) few.failing.set(address, 500);
  await expect(few.fetch({ site })).rejects.toMatchObject({ code: 'CONTENT_FILES_UNAVAILABLE' });
  const many = await startService(40);
  for (const address of many.addresses.slice(0, 4)) many.failing.set(address, 500);
  await expect(many.fetch({ site })).rejects.toMatchObject({ code: 'CONTENT_FILES_UNAVAILABLE' });
});
