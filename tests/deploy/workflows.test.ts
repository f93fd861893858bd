// The ordinary workflows of deploy/: they are what GitHub and GitLab read, ask for no more rights than they need, call sitegen as it
// is, and their scripts publish a site, a preview and its removal.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { IS_LONG } from '../long-run.ts';
import { buildHosted } from '../release/hosted-site.ts';
import { AWS_ENVIRONMENT, openBucket, publish } from '../release/release-site.ts';
import { startS3Server } from '../release/s3-server.ts';
import { serviceWith } from '../service/content-service.ts';
import { filesOfBucket, hostOf } from '../service/folder-host.ts';
import { startServer } from '../service/site-server.ts';
import { makeFolder } from '../site/run-sitegen.ts';
import { article, smallContent } from '../site/small-content.ts';
import { fillIn, openRunner, type Runner } from './run-steps.ts';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
const texts = z.record(z.string(), z.union([z.string(), z.number()]));
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.literal(false) }).optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  env: texts.optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      if: z.string().optional(),
      'runs-on': z.literal('ubuntu-latest'),
      'timeout-minutes': z.number(),
      env: texts.optional(),
      steps: z.array(
        z.strictObject({
          name: z.string().optional(),
          id: z.string().optional(),
          if: z.string().optional(),
          uses: z
            .string()
            // By commit: a tag can be moved.
            .regex(/^(actions|aws-actions)\/[\w/-]+@[\da-f]{40}$/)
            .optional(),
          with: z.record(z.string(), z.unknown()).optional(),
          run: z.string().optional(),
          env: texts.optional(),
        }),
      ),
    }),
  ),
});
const workflowOf = (name: string) => workflowSchema.parse(load(read(name), { schema: CORE_SCHEMA }));
const site = workflowOf('github-actions.yml');
const scheduled = workflowOf('github-scheduled.yml');
const previews = workflowOf('github-previews.yml');
const rollback = workflowOf('github-rollback.yml');

type Job = z.infer<typeof workflowSchema>['jobs'][string];

/** Runs the steps of a job; returns what they said. */
async function runJob(
  runner: Runner,
  job: Job | undefined,
  {
    values,
    env,
  }: { readonly values: Readonly<Record<string, string>>; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const filled = (rows: Job['env'] = {}) =>
    Object.fromEntries(Object.entries(rows).map(([name, value]) => [name, fillIn(String(value), values)]));
  let all = '';
  for (const { name = '', run, if: condition, env: own } of job?.steps ?? []) {
    if (run === undefined || condition === 'failure()') continue;
    const environment = { ...env, ...filled(job?.env), ...filled(own), GITHUB_ACTIONS: 'true' };
    const { code, said } = await runner.run(['bash', '--noprofile', '--norc', '-eo', 'pipefail'], run, environment);
    if (code !== 0) expect.fail(`${name} ended with ${code}: ${said.slice(-2000)}`);
    all += said;
  }
  return all;
}

describe('the workflows for GitHub', () => {
  it('ask for the rights that they need', () => {
    expect(site.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(scheduled.permissions).toEqual({ actions: 'write' });
    expect(previews.permissions).toEqual({ contents: 'read', 'id-token': 'write', 'pull-requests': 'write' });
    expect(rollback.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    for (const { jobs } of [site, scheduled, previews, rollback])
      for (const { steps } of Object.values(jobs))
        for (const step of steps) {
          // Only the step that reads the content knows its token, and only the step that tells of failures the webhook.
          const [, secret] = /secrets\.(\w+)/.exec(JSON.stringify(step)) ?? [];
          if (secret === 'FAILURE_WEBHOOK') expect(step.if).toBe('failure()');
          else if (secret !== undefined) expect(step.run).toMatch(/^npx sitegen (build|snapshot) /);
          // Text of a pull request in a script would be a part of the script.
          expect(step.run ?? '').not.toContain('${{');
          if (step.uses?.startsWith('actions/checkout') === true)
            expect(step.with).toEqual({ 'persist-credentials': false });
        }
    expect(JSON.stringify([site.env ?? {}, previews.env])).not.toContain('secrets.');
    for (const job of Object.values(previews.jobs))
      expect(job.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
  });

  it('have credentials only once packages are installed without their scripts and the site is built', () => {
    for (const { jobs } of [site, previews, rollback])
      for (const { steps } of Object.values(jobs)) {
        const role = steps.findIndex(({ uses = '' }) => uses.startsWith('aws-actions/'));
        const [before, after] = [steps.slice(0, role), steps.slice(role)].map((part) =>
          part.map(({ run = '' }) => run).join('\n'),
        );
        expect(before).toContain('npm ci --omit=dev --ignore-scripts ');
        expect(after).not.toMatch(/npm ci|sitegen (build|snapshot)/);
        expect(after).toMatch(/sitegen (publish|unpublish|rollback)/);
      }
  });

  it('tell a webhook of a failure, if there is one', async () => {
    const told: string[] = [];
    const server = createServer(async (request, response) => {
      told.push(JSON.parse(Buffer.concat(await request.toArray()).toString()).text);
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const run = site.jobs.site?.steps.find(({ if: condition }) => condition === 'failure()')?.run ?? '';
    const about = { GITHUB_WORKFLOW: 'site', GITHUB_SERVER_URL: 'https://github.test', GITHUB_REPOSITORY: 'o/r' };
    for (const WEBHOOK of ['', `http://127.0.0.1:${port}/`])
      expect(await openRunner().run(['bash', '-e'], run, { ...about, GITHUB_RUN_ID: '5', WEBHOOK })).toMatchObject({
        code: 0,
      });
    expect(told).toEqual(['site failed or was rolled back: https://github.test/o/r/actions/runs/5']);
  });

  it('restore what they save, and ask the report that was saved', () => {
    const caches = [site, scheduled, previews]
      .flatMap(({ jobs }) => Object.values(jobs))
      .flatMap(({ steps }) => steps.filter(({ uses = '' }) => uses.startsWith('actions/cache/')));
    const pathsOf = (kind: string, key: string) => [
      ...new Set(
        caches
          .filter(({ uses = '', with: row }) => uses.includes(kind) && String(row?.key).startsWith(key))
          .map(({ with: row }) => row?.path),
      ),
    ];
    for (const key of ['site-', 'report-']) {
      expect(pathsOf('save', key)).toHaveLength(1);
      expect(pathsOf('restore', key)).toEqual(pathsOf('save', key));
    }
    expect(read('github-scheduled.yml')).toContain('gh workflow run site.yml');
    expect(read('github-actions.yml')).toContain('.github/workflows/site.yml');
  });

  it('start when the kit for Statamic says that content changed', () => {
    const kit = readFileSync(join(DEPLOY, '../content/statamic/app/Providers/SitegenServiceProvider.php'), 'utf8');
    const [, type] = /'event_type' => '([^']+)'/.exec(kit) ?? [];
    for (const name of ['github-actions.yml', 'github-many-machines.yml'])
      expect(load(read(name), { schema: CORE_SCHEMA })).toMatchObject({
        on: { repository_dispatch: { types: [type] } },
      });
  });

  it('start a build by date once it is due, and where no report is known', async () => {
    const { due } = scheduled.jobs;
    const values = { 'github.token': 'token' };
    const env = { GITHUB_REPOSITORY: 'owner/site' };
    const runner = openRunner();
    const start = 'gh workflow run site.yml --repo owner/site\n';
    await runJob(runner, due, { values, env });
    expect(runner.calls()).toContain(start);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    // A build that failed is not started every 15 minutes.
    for (const [at, last, isDue] of [
      ['2999-01-01T00:00:00.000Z', hoursAgo(99), false],
      [hoursAgo(1), hoursAgo(2), true],
      [hoursAgo(3), hoursAgo(2), false],
      [hoursAgo(9), hoursAgo(7), true],
    ] as const) {
      const other = openRunner();
      const files = `mkdir .sitegen; echo '{"nextBuildAt":"${at}"}' > .sitegen/report.json; echo ${last} > last-run`;
      await other.run(['bash'], files, {});
      await runJob(other, due, { values, env });
      expect({ at, last, isDue: other.calls().includes(start) }).toEqual({ at, last, isDue });
    }
  });

  it('roll back to the release before, or to the one that is named, and verify it', async () => {
    const server = await startS3Server();
    const host = await startServer(hostOf(filesOfBucket(server)));
    onTestFinished(host.close);
    const target = await openBucket(server);
    for (const version of [1, 2, 3]) {
      const dir = makeFolder();
      await buildHosted(dir, version);
      await publish(dir, target);
    }
    const home = () => server.objects.get('index.html')?.body.toString();
    for (const [release, restored] of [
      ['', 2],
      ['1', 1],
    ] as const) {
      const values = {
        'vars.SITEGEN_ORIGIN': host.origin,
        'vars.SITEGEN_PUBLISH_TARGET': 's3://site',
        'inputs.release': release,
      };
      const said = await runJob(openRunner(), rollback.jobs.rollback, { values, env: AWS_ENVIRONMENT(server) });
      expect(said).toContain(`which restores 00000${restored}`);
      expect(said).toContain(' addresses are right.');
      expect(home()).toContain(`home ${restored}`);
    }
  });

  it.runIf(IS_LONG)(
    'publish the site and the preview of a pull request, and remove it',
    async () => {
      const server = await startS3Server();
      const host = await startServer(hostOf(filesOfBucket(server)));
      onTestFinished(host.close);
      const content = smallContent({ blog_articles: { en: [article('first'), article('second')] } });
      const service = await serviceWith(content);
      const values = {
        'vars.SITEGEN_ORIGIN': host.origin,
        'vars.SITEGEN_CONTENT_URL': service.url,
        'vars.SITEGEN_PUBLISH_TARGET': 's3://site',
        'vars.PREVIEW_TARGET': 's3://site/.previews',
        'vars.PREVIEW_HOST': 'preview.example.com',
        'secrets.SITEGEN_CONTENT_TOKEN': 'content-token',
        'github.event.number': '12',
        'github.token': 'token',
        'env.PREVIEW_ORIGIN': 'https://pr-12.preview.example.com',
      };
      const aws = { ...AWS_ENVIRONMENT(server), GITHUB_REPOSITORY: 'owner/site' };
      const runner = openRunner();
      expect(await runJob(runner, site.jobs.site, { values, env: aws })).toContain('Published release 000001');
      expect(server.objects.has('blog/first/index.html')).toBe(true);
      const published = [...server.objects.keys()].sort();

      const env = {
        ...aws,
        PREVIEW: fillIn(String(previews.env?.PREVIEW), values),
        PREVIEW_ORIGIN: fillIn(String(previews.env?.PREVIEW_ORIGIN), values),
      };
      await runJob(runner, previews.jobs.preview, { values, env });
      const page = server.objects.get('.previews/pr-12/blog/first/index.html')?.body.toString() ?? '';
      expect(page).toContain('<meta name="robots" content="noindex');
      for (const [key, { body }] of server.objects)
        if (/^\.previews\/.*index\.html$/.test(key) && !body.includes('http-equiv="refresh"'))
          expect({ key, isHidden: body.includes('name="robots" content="noindex') }).toEqual({ key, isHidden: true });
      expect(server.objects.get('.previews/pr-12/sitemap.xml')?.body.toString() ?? '').not.toContain('<loc>');
      const comment = 'gh pr comment 12 --repo owner/site --body-file comment.md';
      const change = 'gh api --silent --method PATCH repos/owner/site/issues/comments/71 --field body=@comment.md';
      expect(runner.calls()).toContain(comment);
      expect(runner.calls()).toContain('<!-- sitegen diff -->');

      // A page is gone: a preview says so, a release stops.
      rmSync(join(runner.folder, 'out/blog/first'), { recursive: true });
      const onlyCompare = (job: Job | undefined) =>
        job && { ...job, steps: job.steps.filter(({ name = '' }) => /^(Compare|Comment)/.test(name)) };
      await runJob(runner, onlyCompare(previews.jobs.preview), { values, env });
      expect(runner.calls()).toContain(change);
      expect(runner.calls().split(comment)).toHaveLength(2);
      expect(readFileSync(join(runner.folder, 'comment.md'), 'utf8')).toContain('DIFF_PAGE_GONE');
      await expect(runJob(runner, onlyCompare(site.jobs.site), { values, env })).rejects.toThrow(
        /Compare with the live release ended with 1: .*DIFF_PAGE_GONE/s,
      );

      expect(await runJob(runner, previews.jobs.remove, { values, env })).toContain('objects were deleted from');
      expect([...server.objects.keys()].sort()).toEqual(published);
      expect(await runJob(runner, previews.jobs.remove, { values, env })).toContain('holds no site');
    },
    900_000,
  );
});

// Without `unprotect`: whoever can write a cache can run code in the jobs that read it.
const gitlabCache = z.strictObject({
  key: z.string(),
  paths: z.array(z.string()),
  when: z.literal('always').optional(),
});
const gitlabJob = z.strictObject({
  stage: z.literal('deploy'),
  rules: z.array(z.object({ if: z.string() })),
  resource_group: z.string(),
  id_tokens: z.strictObject({ AWS_ID_TOKEN: z.strictObject({ aud: z.string() }) }),
  cache: z.union([gitlabCache, z.array(gitlabCache)]).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  variables: texts.optional(),
  script: z.array(z.string()),
  artifacts: z.object({ paths: z.array(z.string()) }).optional(),
});
const gitlab = z
  .object({
    default: z.object({ image: z.string(), before_script: z.array(z.string()) }),
    site: gitlabJob,
    preview: gitlabJob,
    'remove-preview': gitlabJob,
  })
  .parse(load(read('gitlab-ci.yml')));

describe('the pipeline for GitLab', () => {
  it('says nothing to build before a date changes the site', async () => {
    const [due = ''] = gitlab.site.script;
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    for (const [source, at, tried, isDue] of [
      ['schedule', '2999-01-01T00:00:00.000Z', hoursAgo(99), false],
      ['schedule', hoursAgo(1), null, true],
      ['schedule', hoursAgo(1), hoursAgo(2), true],
      ['schedule', hoursAgo(3), hoursAgo(2), false],
      ['schedule', hoursAgo(9), hoursAgo(7), true],
      ['schedule', null, null, true],
      ['push', '2999-01-01T00:00:00.000Z', hoursAgo(1), true],
    ] as const) {
      const runner = openRunner();
      if (tried !== null) await runner.run(['sh'], `echo ${tried} > .tried`, {});
      if (at !== null)
        await runner.run(['sh'], `mkdir .sitegen; echo '{"nextBuildAt":"${at}"}' > .sitegen/report.json`, {});
      const { code, said } = await runner.run(['sh', '-e'], `${due}\necho building`, { CI_PIPELINE_SOURCE: source });
      expect({ source, at, tried, code, isDue: said.includes('building') }).toEqual({
        ...{ source, at, tried },
        ...{ code: 0, isDue },
      });
    }
  });

  it('has a role of its own for previews, and credentials only where it publishes', () => {
    const installed = gitlab.default.before_script.join('\n');
    expect(installed).toContain('npm ci --omit=dev --ignore-scripts ');
    expect(installed).not.toContain('AWS_');
    for (const [name, role] of [
      ['site', 'AWS_SITE_ROLE_ARN'],
      ['preview', 'AWS_PREVIEW_ROLE_ARN'],
      ['remove-preview', 'AWS_PREVIEW_ROLE_ARN'],
    ] as const) {
      const { script, cache } = gitlab[name];
      const at = script.indexOf(`export AWS_ROLE_ARN="$${role}"`);
      expect(script.slice(0, at).join('\n')).not.toContain('AWS_');
      expect(script.slice(at).join('\n')).not.toMatch(/sitegen (build|snapshot)/);
      expect([cache ?? []].flat().map(({ key }) => key)).not.toContain(name === 'site' ? 'preview' : 'site');
    }
  });

  it('writes one comment into a merge request, and changes it later', async () => {
    const bot = { id: 40 };
    const strange = { id: 1, body: '<!-- sitegen diff -->\nNice.', author: { id: 9 } };
    const notes = [strange];
    const server = createServer(async (request, response) => {
      expect(request.headers['private-token']).toBe('gitlab-token');
      const text = Buffer.concat(await request.toArray()).toString();
      const { body } = text === '' ? { body: '' } : JSON.parse(text);
      const id = Number(/\/notes\/(\d+)$/.exec(request.url ?? '')?.[1]);
      if (request.method === 'POST') notes.push({ id: 2, body, author: bot });
      for (const note of notes) if (request.method === 'PUT' && note.id === id) note.body = body;
      response.end(JSON.stringify(request.url === '/api/v4/user' ? bot : notes));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const runner = openRunner();
    const env = {
      CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`,
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '7',
    };
    const comment = (text: string, token: string) =>
      runner.run(['bash', '-e'], `echo '${text}' > diff.md; node ${DEPLOY}/gitlab-comment.ts diff.md`, {
        ...env,
        GITLAB_TOKEN: token,
      });
    expect((await comment('first', '')).said).toContain('GITLAB_TOKEN is not set');
    expect(await comment('first', 'gitlab-token')).toEqual({ code: 0, said: '' });
    expect(await comment('second', 'gitlab-token')).toEqual({ code: 0, said: '' });
    expect(notes.map(({ body }) => body)).toEqual([strange.body, '<!-- sitegen diff -->\nsecond\n']);
  });

  it.runIf(IS_LONG)(
    'publishes the site and the preview of a merge request, and removes it',
    async () => {
      const server = await startS3Server();
      const host = await startServer(hostOf(filesOfBucket(server)));
      onTestFinished(host.close);
      const service = await serviceWith(smallContent({ blog_articles: { en: [article('first')] } }));
      const env = {
        ...AWS_ENVIRONMENT(server),
        AWS_WEB_IDENTITY_TOKEN_FILE: join(openRunner().folder, 'token'),
        SITEGEN_ORIGIN: host.origin,
        SITEGEN_CONTENT_URL: service.url,
        SITEGEN_PUBLISH_TARGET: 's3://site',
        PREVIEW_TARGET: 's3://site/.previews',
        PREVIEW_HOST: 'preview.example.com',
        CI_PIPELINE_SOURCE: 'push',
        CI_MERGE_REQUEST_IID: '7',
      };
      const runner = openRunner();
      await runner.run(['sh'], `mkdir deploy; cp ${DEPLOY}/gitlab-comment.ts deploy`, {});
      const runAll = async ({ script }: z.infer<typeof gitlabJob>) => {
        const lines = [...gitlab.default.before_script, ...script].join('\n');
        const { code, said } = await runner.run(['sh', '-e'], lines, env);
        if (code !== 0) expect.fail(`The job ended with ${code}: ${said.slice(-2000)}`);
        return said;
      };
      await runAll(gitlab.site);
      const published = [...server.objects.keys()].sort();
      await runAll(gitlab.preview);
      expect(server.objects.has('.previews/mr-7/index.html')).toBe(true);
      await runAll(gitlab['remove-preview']);
      expect([...server.objects.keys()].sort()).toEqual(published);
    },
    900_000,
  );
});

describe('every file of deploy/', () => {
  it('is parsed by a test', () => {
    const files = readdirSync(DEPLOY).filter((name) => name.endsWith('.yml'));
    expect(files.sort()).toEqual([
      'github-actions.yml',
      'github-many-machines.yml',
      'github-previews.yml',
      'github-rollback.yml',
      'github-scheduled.yml',
      'gitlab-ci.yml',
      'kubernetes.yml',
    ]);
  });
});
