// What a service may answer for a file, over real HTTP.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFileClient } from '../../../cli/content/files/file-client.ts';
import { siteOptions } from '../../makers.ts';

it('takes no web page for a file, such as the login that its address redirects to', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/assets/guide.pdf') response.writeHead(302, { location: '/login' }).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' }).end('<h1>Log in</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dir = mkdtempSync(join(tmpdir(), 'sitegen-files-'));
  const address = server.address();
  const serviceUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const policy = siteOptions().content;
  const signal = new AbortController().signal;
  const client = createFileClient({ dir, serviceUrl, token: null, policy, report: () => {}, signal });
  onTestFinished(async () => {
    await client.close();
    server.close();
    server.closeAllConnections();
    rmSync(dir, { recursive: true });
  });
  expect(await client.download(`${serviceUrl}/assets/guide.pdf`, null)).toMatchObject({
    kind: 'refused',
    fault: { what: expect.stringContaining('web page') },
  });
  expect(readdirSync(dir)).toEqual([]);
});
