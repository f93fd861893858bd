// Small sample content for tests of the service: files in a fresh folder, served over real HTTP.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type SampleService, startSampleService } from '../../cli/content/sample-service.ts';

/** A JSON answer of the service. */
export interface JsonAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
  /** Null where the text is not JSON. */
  readonly body: unknown;
}

/** Text of a file by its path below the content folder. */
export type ContentFiles = Readonly<Record<string, string>>;

/** Writes the files into a fresh folder. */
export async function writeContent(files: ContentFiles): Promise<string> {
  const contentDir = await mkdtemp(join(tmpdir(), 'sample-content-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(contentDir, path)), { recursive: true });
    await writeFile(join(contentDir, path), text);
  }
  return contentDir;
}

/** Starts a service over the files; stopping it removes them. */
export async function serveContent(files: ContentFiles): Promise<SampleService> {
  const contentDir = await writeContent(files);
  const service = await startSampleService({ contentDir });
  return {
    ...service,
    stop: async () => {
      await service.stop();
      await rm(contentDir, { recursive: true, force: true });
    },
  };
}

/** Asks the service for a path. */
export async function ask(service: SampleService, path: string, init: RequestInit = {}): Promise<JsonAnswer> {
  const response = await fetch(`${service.url}${path}`, {
    ...init,
    headers: { Accept: 'application/json', ...init.headers },
  });
  const text = await response.text();
  return { status: response.status, contentType: response.headers.get('content-type'), text, body: parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The value at a path of keys, undefined where there is none. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}
