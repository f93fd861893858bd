// What the sample's YAML was parsed into, kept between two starts of the service.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openYamlMemory } from '../../cli/content/sample/yaml-memory.ts';
import { startSampleService } from '../../cli/content/sample-service.ts';
import { ask, at, writeContent } from './sample-site.ts';

let cacheDir = '';
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'sitegen-memory-'));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

describe('openYamlMemory', () => {
  const parseWith = async (file: string | null, ...sources: readonly string[]) => {
    const memory = openYamlMemory(file);
    const values = [];
    for (const source of sources) values.push(await memory.parse(source));
    memory.store();
    return values;
  };

  it('gives the same values from memory as from the parser, whatever they are', async () => {
    const file = join(cacheDir, 'new/memory.v8');
    const sources = ['a: 1\nb: [x, .nan, null]\n10: ten\n2: two', '', 'null', '- &x { y: Ґ }\n- *x'];
    const parsed = await parseWith(file, ...sources);
    expect(existsSync(file)).toBe(true);
    expect(await parseWith(file, ...sources)).toEqual(parsed);
    expect(parsed.map((value) => JSON.stringify(value))).toEqual(
      (await parseWith(file, ...sources)).map((value) => JSON.stringify(value)),
    );
  });

  it('forgets what nothing asked for, and leaves a file alone that holds what was asked for', async () => {
    const file = join(cacheDir, 'memory.v8');
    await parseWith(file, 'a: 1', 'b: 2');
    const both = statSync(file).size;
    await parseWith(file, 'a: 1');
    expect(statSync(file).size).toBeLessThan(both);
    utimesSync(file, 1, 1);
    await parseWith(file, 'a: 1');
    expect(statSync(file).mtimeMs).toBe(1000);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 3)],
    ['empty', () => Buffer.alloc(0)],
    ['no memory', () => Buffer.from('{}')],
  ])('parses again where the file is %s', async (_, damage) => {
    const file = join(cacheDir, 'memory.v8');
    await parseWith(file, 'a: 1');
    writeFileSync(file, damage(readFileSync(file)));
    expect(await parseWith(file, 'a: 1')).toEqual([{ a: 1 }]);
  });

  it('refuses the same bad text each time', async () => {
    const file = join(cacheDir, 'memory.v8');
    for (let run = 0; run < 2; run += 1) await expect(openYamlMemory(file).parse('- { a: b')).rejects.toThrow(/line 1/);
  });
});

describe('a sample service with a cache folder', () => {
  it('serves a changed file although its size and time are as they were', async () => {
    const contentDir = await writeContent({ 'team/en.yaml': '- { slug: a, title: Ann }\n' });
    const file = join(contentDir, 'team/en.yaml');
    const readTitle = async () => {
      const service = await startSampleService({ contentDir, cacheDir });
      const { body } = await ask(service, '/api/collections/team/entries');
      await service.stop();
      return at(body, 'data', 0, 'title');
    };
    expect(await readTitle()).toBe('Ann');
    const { mtimeMs } = statSync(file);
    writeFileSync(file, '- { slug: a, title: Bob }\n');
    utimesSync(file, mtimeMs / 1000, mtimeMs / 1000);
    expect(await readTitle()).toBe('Bob');
    await rm(contentDir, { recursive: true });
  });

  it('checks what it remembers: an asset that is gone is told', async () => {
    const contentDir = await writeContent({
      'assets/a.svg': '<svg/>',
      'team/en.yaml': '- { slug: a, title: Ann, photo: /assets/a.svg }\n',
    });
    await (await startSampleService({ contentDir, cacheDir })).stop();
    await rm(join(contentDir, 'assets/a.svg'));
    await expect(startSampleService({ contentDir, cacheDir })).rejects.toMatchObject({ code: 'SAMPLE_INVALID' });
    await rm(contentDir, { recursive: true });
  });
});
