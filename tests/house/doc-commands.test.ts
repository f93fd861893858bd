// Runs all commands in README, CONTRIBUTING and docs/, page by page. Pages for beginners run one after the other in a clone. The others
// start with a build from a content service.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { copyProject, type ProjectCopy } from '../acceptance/support/project-copy.ts';
import { loadSharedSample } from '../browser/shared-sample.ts';
import { IS_LONG } from '../long-run.ts';
import { AWS_ENVIRONMENT } from '../release/release-site.ts';
import { openS3Double, type S3Server } from '../release/s3-double.ts';
import { type ContentService, serviceWith, startService, unusedPort } from '../service/content-service.ts';
import { filesOfBucket, hostOf } from '../service/folder-host.ts';
import { type SiteServer, startServer } from '../service/site-server.ts';
import { makeFolder, runSitegen } from '../site/run-sitegen.ts';
import { smallContent } from '../site/small-content.ts';
import { commandsOf, runCommands } from './doc-shell.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(PROJECT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const readCommands = (page: string) => commandsOf(readFileSync(join(PROJECT, page), 'utf8'));

/** Commands that tests cannot run, or that are tests. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci': 'installs from a registry; CI starts with it',
  'npm ci --omit=dev --ignore-scripts': 'the same',
  'npm test': 'runs this test',
  'npm run test:long': 'the same',
  'npm run lint': 'a step of npm test',
  'npm run types': 'a step of npm test',
  'npm run dead-code': 'a step of npm test',
  'npx vitest run tests/plan': 'a part of npm test',
  'npx vitest run tests/plan/links.test.ts': 'a part of npm test',
  'npx vitest run tests/plan -t "hreflang"': 'a part of npm test',
  'npm run shots -- --locale en --width 390 --scheme dark --page pricing': 'takes screenshots for people',
  'npm run test:bfcache': 'needs a Chromium of your own',
  'npm run pictures': 'overwrites the pictures of the sample',
  'npm run bench': 'takes ten minutes on a quiet machine',
  'npm run bench build 10000': 'takes a minute on a quiet machine',
  'aws s3api put-bucket-website --bucket my-site --website-configuration file://.sitegen/hosts/s3/website.json':
    'needs the AWS CLI; tests of hosts read the file as AWS does',
  'curl -X POST https://api.github.com/repos/OWNER/REPOSITORY/dispatches -H "Authorization: Bearer $TOKEN" -d \'{"event_type":"content"}\'':
    'calls GitHub',
};

/** What readers do before a command, but the page does not say. */
const BEFORE: readonly Row[] = [
  {
    page: 'README.md',
    line: 'npx sitegen publish s3://bucket',
    run: `npx sitegen publish s3://bucket && SITEGEN_DEMO_ENDPOINT=/api/demo npx sitegen build`,
    why: 'it is not the first release',
  },
  {
    page: 'docs/statamic.md',
    line: 'npx sitegen build --require-content',
    run: 'npx sitegen publish s3://bucket && export SITEGEN_DEMO_ENDPOINT=/api/demo',
    why: 'it is not the first release',
  },
  {
    page: 'docs/publishing.md',
    line: 'npx sitegen build --require-content',
    run: 'npx sitegen publish s3://bucket && export SITEGEN_DEMO_ENDPOINT=/api/demo',
    why: 'it is not the first release',
  },
  {
    page: 'docs/publishing.md',
    line: 'npx sitegen unpublish s3://my-previews/pr-12 --origin https://pr-12.preview.example.com',
    run: 'SITEGEN_ORIGIN=https://pr-12.preview.example.com npx sitegen build && npx sitegen publish s3://my-previews/pr-12',
    why: 'there is a preview of a pull request',
  },
  {
    page: 'docs/ci.md',
    line: 'npx sitegen build --require-content',
    run: 'npx sitegen publish s3://bucket',
    why: '`diff` needs an earlier release',
  },
  {
    page: 'docs/ci.md',
    line: 'test "$(date -u +%FT%TZ)" \\> "$(jq -r .nextBuildAt .sitegen/report.json)" && npx sitegen build --require-content',
    run: `sed -i 's/"nextBuildAt": *"[^"]*"/"nextBuildAt":"2026-01-01T00:00:00.000Z"/' .sitegen/report.json`,
    why: 'a date has changed the site',
  },
  {
    page: 'docs/ci.md',
    line: 'npx sitegen merge part-*-of-3 --snapshot snapshot.sqlite',
    run: 'for part in 1 3; do npx sitegen build --shard $part/3 --snapshot snapshot.sqlite; done',
    why: 'other machines have built their shards',
  },
  {
    page: 'docs/checks.md',
    line: 'npx sitegen check --format json -o today.json --baseline yesterday.json',
    run: 'npx sitegen check --format json -o yesterday.json',
    why: 'the report of the day before',
  },
  {
    page: 'docs/checks.md',
    line: 'npx sitegen check-links https://www.example.com',
    run: 'npx sitegen publish s3://bucket',
    why: 'the site is live',
  },
  {
    page: 'docs/audit.md',
    line: 'npx sitegen check https://www.example.com',
    run: 'npx sitegen publish s3://bucket',
    why: 'the site is live',
  },
  {
    page: 'docs/diff.md',
    line: 'npx sitegen diff',
    run: 'mkdir ../main && cp -r out ../main && npx sitegen publish s3://bucket && export SITEGEN_DEMO_ENDPOINT=/api/demo && npx sitegen build && npx sitegen publish s3://bucket && npx sitegen snapshot snapshot.sqlite',
    why: 'there are two releases, another build and a snapshot',
  },
];

/** Commands whose exit code is not 0 here. */
const INSTEAD: readonly Row[] = [
  {
    page: 'README.md',
    line: 'npx sitegen doctor',
    run: 'npx sitegen doctor || [ $? = 1 ]',
    why: 'the small service has few fields',
  },
  {
    page: 'docs/statamic.md',
    line: 'npx sitegen doctor',
    run: 'npx sitegen doctor || [ $? = 1 ]',
    why: 'the recorded server lacks fields, as most do at first',
  },
  {
    page: 'docs/translations.md',
    line: 'npx sitegen translations --fail missing,outdated',
    run: 'npx sitegen translations --fail missing,outdated || [ $? = 1 ]',
    why: 'something is missing',
  },
  {
    page: 'docs/translations.md',
    line: 'npx sitegen translations pages/pricing --locale kz --accept "The new plans start there in spring" --until 2027-03-31',
    run: 'npx sitegen translations pages/pricing --locale kz',
    why: 'it would change a file of the project',
  },
];

/** A command of a page, and what runs before or instead of it. */
interface Row {
  readonly page: string;
  readonly line: string;
  readonly run: string;
  readonly why: string;
}

/** Used rows of the tables above. */
const used = new Set<unknown>();

function use(rows: readonly Row[], page: string, line: string): readonly string[] {
  const found = rows.filter((row) => row.page === page && row.line === line);
  for (const row of found) used.add(row);
  return found.map(({ run }) => run);
}

/** The commands that the shell runs for a page. */
function stepsOf(page: string): readonly string[] {
  return readCommands(page).flatMap((line) => {
    const before = use(BEFORE, page, line);
    const [instead] = use(INSTEAD, page, line);
    if (instead !== undefined) return [...before, instead];
    const steps = line.split(' && ').filter((step) => NOT_RUN[step] === undefined);
    for (const step of line.split(' && ')) used.add(step);
    return steps.length === 0 ? before : [...before, steps.join(' && ')];
  });
}

let clone: ProjectCopy;
let service: ContentService;
let bucket: S3Server;
let host: SiteServer;
/** A folder with a build of a content service. */
let built: string;
let places: readonly (readonly [from: string | RegExp, to: string])[];

beforeAll(async () => {
  clone = copyProject();
  symlinkSync(join(PROJECT, 'bench'), join(clone.folder, 'bench'));
  // In a long run the clone is as fresh as that of a reader.
  if (!IS_LONG) cpSync(dirname(await loadSharedSample()), clone.folder, { recursive: true });
  built = mkdtempSync(join(tmpdir(), 'sitegen-built-'));
  service = await serviceWith(smallContent());
  bucket = await openS3Double();
  host = await startServer(hostOf(filesOfBucket(bucket)));
  places = [
    ['https://www.example.com', host.origin],
    [/s3:\/\/bucket(\/prefix)?/g, 's3://site'],
    ['s3://my-previews', 's3://site'],
    [/\b8080\b/g, String(await unusedPort())],
    ['TOKEN=…', 'TOKEN=token'],
    ['release:41 release:42', 'release:1 release:2'],
  ];
  // Only pages of a long run begin with it.
  if (!IS_LONG) return;
  const environment = { SITEGEN_CONTENT_URL: service.url, SITEGEN_ORIGIN: host.origin };
  const { code, stderr } = await runSitegen(['build'], { cwd: built, environment });
  if (code !== 0) throw new Error(stderr);
});

afterAll(async () => {
  clone.remove();
  rmSync(built, { recursive: true, force: true });
  bucket.close();
  host.close();
  await service.stop();
});

/** Runs the commands of a page. */
async function follow(page: string, cwd: string, content: string, environment: Readonly<Record<string, string>> = {}) {
  bucket.objects.clear();
  const steps = stepsOf(page).map((step) =>
    places.reduce((text, [from, to]) => text.replaceAll(from, to), step.replaceAll('https://cms.example.com', content)),
  );
  const program = join(cwd === clone.folder ? cwd : PROJECT, 'cli/sitegen.js');
  const said = await runCommands(steps, { cwd, program, environment: { ...AWS_ENVIRONMENT(bucket), ...environment } });
  expect(said).not.toContain('FAILED: ');
  expect(said).not.toContain('ended with');
  return said;
}

/** Pages that run in a clone, one after the other. */
const FIRST_HOUR = [
  'docs/getting-started.md',
  'CONTRIBUTING.md',
  'docs/content-service.md',
  'docs/performance.md',
  'README.md',
  'docs/pages-and-locales.md',
];
const STATAMIC = 'docs/statamic.md';
/** Those that are followed in every run. The others take up to ten seconds of a core each. */
const SHORT = ['docs/getting-started.md'];
const isFollowed = (page: string) => IS_LONG || SHORT.includes(page);
/** Other pages with commands. */
const OTHERS = PAGES.filter((page) => ![...FIRST_HOUR, STATAMIC].includes(page) && stepsOf(page).length > 0);

/** Creates a folder inside an empty folder, so that commands can use `../`. */
function makePlace(template?: string): string {
  const folder = join(makeFolder(), 'site');
  if (template === undefined) mkdirSync(folder);
  else cpSync(template, folder, { recursive: true });
  return folder;
}

describe('the commands of', () => {
  it.each(FIRST_HOUR.filter(isFollowed))('%s', async (page) => {
    await follow(page, clone.folder, service.url);
  });

  it.runIf(isFollowed(STATAMIC))(STATAMIC, async () => {
    const statamic = await startService({ recording: 'v5' });
    onTestFinished(() => statamic.stop());
    const place = makePlace();
    // Reuses bundled code.
    cpSync(join(built, '.sitegen/bundles'), join(place, '.sitegen/bundles'), { recursive: true });
    await follow(STATAMIC, place, statamic.url);
  });

  it.each(OTHERS.filter(isFollowed))('%s', async (page) => {
    await follow(page, makePlace(built), service.url, {
      SITEGEN_CONTENT_URL: service.url,
      SITEGEN_ORIGIN: host.origin,
      SITEGEN_PUBLISH_TARGET: 's3://site',
    });
  });
});

describe('the files that the pages show', () => {
  it('are the ones that the commands write', () => {
    const hello = readFileSync(join(clone.folder, 'content/sample/pages/en/hello.md'), 'utf8');
    expect(readFileSync(join(PROJECT, 'docs/getting-started.md'), 'utf8')).toContain(`\`\`\`text\n${hello}\`\`\``);
  });
});

describe('the tables of this test', () => {
  it('have no unused row', () => {
    for (const page of PAGES) stepsOf(page);
    expect([...Object.keys(NOT_RUN), ...BEFORE, ...INSTEAD].filter((row) => !used.has(row))).toEqual([]);
  });
});

describe('a page with a command that fails', () => {
  it('is found', async () => {
    const shell = { cwd: makePlace(), program: join(PROJECT, 'cli/sitegen.js'), environment: {} };
    const run = (page: string) => runCommands(commandsOf(`\`\`\`sh\n${page}\n\`\`\`\n`), shell);
    expect(await run('npx sitegen check --list   # works')).not.toContain('FAILED');
    expect(await run('npx sitegen build --no-such-flag')).toContain('FAILED: npx sitegen build --no-such-flag');
    expect(await run('npx sitegen preview --dir nowhere')).toContain('FAILED: npx sitegen preview --dir nowhere');
    expect(await run('cat no-such-file.json')).toContain('FAILED: cat no-such-file.json');
    expect(await run('npm run no-such-script')).toContain('FAILED: npm run no-such-script');
  });
});
