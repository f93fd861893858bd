// `sitegen translations` as an editor and a CI run it, in a copy of the project with few entries.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { copyProject } from '../acceptance/support/project-copy.ts';
import { findMarkupFaults } from '../html-rules.ts';

const copy = copyProject();
afterAll(copy.remove);

it('reports, fails, and accepts', async () => {
  for (const name of [
    'blog_articles',
    'webinars',
    'e-books',
    'pages',
    'faq',
    'clients',
    'offices',
    'speakers',
    'redirects',
  ])
    rmSync(join(copy.folder, 'content/sample', name), { recursive: true });
  rmSync(join(copy.folder, 'content/sample/landings/es/thursday-letter.md'));
  copy.edit('locales/es.json', (text) =>
    text.replace(
      /"common.embedWithoutLink": ".*"/,
      '"common.embedWithoutLink": "This part of the page comes from another service."',
    ),
  );
  const run = (...args: readonly string[]) => copy.run(['translations', ...args]);

  // Without a build, the service is read.
  const first = await run('menu/footer/resources/newsletter');
  expect(first.stdout).toMatch(/^menu\/footer\/resources\/newsletter +ok +missing +ok +ok +ok$/m);
  expect(first.stdout).toContain('with drafts');
  const failing = await run('--fail', 'untranslated,outdated', '--format', 'json', '-o', 'report.json');
  expect(failing.code).toBe(1);
  const untranslated = await run('messages/common.embedWithoutLink', '--fail', 'untranslated');
  expect(untranslated.stdout).toContain('Failed: there are states of --fail.');
  const report = JSON.parse(readFileSync(join(copy.folder, 'report.json'), 'utf8'));
  expect(report.counts).toMatchObject({ untranslated: 1, outdated: 0 });
  const message = report.things.find(({ key }: { key: string }) => key === 'messages/common.embedWithoutLink');
  expect(message.cells[1]).toMatchObject({ locale: 'es', state: 'untranslated' });

  const csv = await run('landings/*', '--locale', 'es', '--state', 'missing', '--format', 'csv');
  expect(parse(csv.stdout, { columns: true })).toMatchObject([
    { thing: 'landings/thursday-letter', locale: 'es', state: 'missing' },
    { thing: 'landings/launch-day-kit', locale: 'es', state: 'missing' },
  ]);
  const markdown = await run('--collection', 'messages', '--format', 'markdown');
  expect(markdown.stdout).toContain('| messages/common.embedWithoutLink | ok | untranslated | ok | ok | ok |');
  await run('--format', 'html', '-o', 'report.html', '--preview', 'https://preview.example.com/');
  const html = readFileSync(join(copy.folder, 'report.html'), 'utf8');
  expect(await findMarkupFaults(html)).toEqual([]);
  expect(html).toContain('href="https://preview.example.com/kz/lp/visual-listening-trial/"');

  const accepted = await run(
    '--locale',
    'es',
    '--collection',
    'landings,menu',
    '--accept',
    'No letter in Spanish',
    '--until',
    '2099-01-31',
  );
  expect(accepted.stdout).toContain('translations.yaml');
  expect(readFileSync(join(copy.folder, 'translations.yaml'), 'utf8')).toContain('reason: No letter in Spanish');
  expect(await run('landings/*', '--locale', 'es', '--fail', 'missing')).toMatchObject({ code: 0 });
  expect((await run('--since', '2099-01-01')).stdout).toContain('0 things');

  for (const flags of [
    ['--collection', 'landing'],
    ['--accept', ' '],
    ['--accept', 'Later', '--until', '2020-01-31'],
    ['--accept', 'Later', '--until', '2099-02-30'],
  ])
    expect(await run(...flags), flags.join(' ')).toMatchObject({ code: 2 });
  // What was read is of the sample, so this service would be read.
  const half = await copy.run(['translations'], { SITEGEN_CONTENT_URL: 'https://cms.example.com' });
  expect(half).toMatchObject({ code: 2, stderr: expect.stringContaining('SITEGEN_ORIGIN is not') });
  expect(await run('--fail', 'broken')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Use missing, draft'),
  });
  expect(await run('pages/nothing')).toMatchObject({ code: 2 });
  copy.edit('translations.yaml', (text) => `${text}\n- entry: [\n`);
  expect((await run()).stderr).toContain('translations.yaml is not valid YAML');
  expect(existsSync(join(copy.folder, 'out'))).toBe(false);
});
