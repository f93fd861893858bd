// `sitegen sample-service` as its caller sees it: what it reports, that it serves, and that it ends.

import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../cli/commands/build.ts';
import { runSampleService } from '../../cli/commands/sample-service.ts';
import { SiteError } from '../../cli/errors.ts';
import type { Report } from '../../cli/report/report-event.ts';

function createContext(signal: AbortSignal, report: Report): CommandContext {
  const ignore = () => {};
  return {
    reporter: { report, printResult: ignore, annotate: ignore, printFailure: ignore },
    signal,
    environment: {},
  };
}

describe('runSampleService', () => {
  it('reports the URL with three examples, serves, and stops when it is aborted', async () => {
    const abort = new AbortController();
    const texts: string[] = [];
    const { promise: isReady, resolve: ready } = Promise.withResolvers<void>();
    const run = runSampleService(
      { port: 0 },
      createContext(abort.signal, (event) => {
        if (event.kind === 'log') texts.push(event.text);
        if (texts.length === 4) ready();
      }),
    );
    await isReady;
    const examples = texts.slice(1).map((text) => /^curl (?:-g )?'([^']+)'$/.exec(text)?.[1] ?? '');
    for (const url of examples) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    abort.abort();
    await run;
    expect(texts.at(-1)).toBe('The sample service has stopped.');
    await expect(fetch(examples[0] ?? '')).rejects.toThrow();
  });

  it('says that a port is taken and how to choose another', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const error: unknown = await runSampleService(
      { port },
      createContext(new AbortController().signal, () => {}),
    ).catch((cause: unknown) => cause);
    taken.close();
    expect(error).toBeInstanceOf(SiteError);
    expect(error).toMatchObject({
      code: 'SAMPLE_PORT',
      exitCode: 2,
      message: `Port ${port} on 127.0.0.1 is already in use; the sample service was not started. Choose another port with --port, or omit it to use any free one.`,
    });
  });
});
