import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { ContentClient } from '../../cli/content/client/content-client.ts';
import { createPreviewFiles } from '../../cli/preview/site/preview-files.ts';
import { siteOptions } from '../makers.ts';

it('shows a picture that was replaced during a slow download', async () => {
  let picture = 'old';
  const slow: ServerResponse[] = [];
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    if (url === '/assets/slow.png' && slow.length === 0) slow.push(response);
    else response.end(url === '/assets/slow.png' ? url : picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cacheDir = mkdtempSync(join(tmpdir(), 'sitegen-files-'));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    rmSync(cacheDir, { recursive: true });
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const files = createPreviewFiles({
    site: siteOptions({}),
    service: { url, isSample: false, token: null },
    cacheDir,
    report: () => {},
    signal: new AbortController().signal,
    openClient: () => ({}) as ContentClient,
  });
  const addresses = new Set(['/assets/slow.png', '/assets/changed.png']);
  const shown = () => {
    const { files: found, filesDir } = files.find(addresses);
    const sha256 = found?.find((file) => file.address === '/assets/changed.png')?.sha256;
    return typeof sha256 === 'string' ? readFileSync(join(filesDir ?? '', sha256), 'utf8') : null;
  };
  const first = files.update(addresses);
  await expect.poll(() => slow.length).toBe(1);
  picture = 'new';
  files.askAgain();
  const second = files.update(addresses);
  // Ends first where both run side by side.
  await Promise.race([second, sleep(300)]);
  slow[0]?.end('slow');
  await Promise.all([first, second]);
  expect(shown()).toBe('new');
});
