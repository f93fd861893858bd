// The files of deploy/: sitegen accepts their settings, they agree with each other, and their scripts make the same site as one
// machine, with folders in place of object storage.

import { execFileSync, spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CORE_SCHEMA, load, loadAll } from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { VARIABLES } from '../../cli/settings/load-environment.ts';
import { killAtEnd } from '../child-processes.ts';
import { IS_LONG } from '../long-run.ts';
import { AWS_ENVIRONMENT, visibleObjects } from '../release/release-site.ts';
import { type S3Server, startS3Server } from '../release/s3-server.ts';
import { serviceWith, unusedPort } from '../service/content-service.ts';
import { filesOfBucket, hostOf } from '../service/folder-host.ts';
import { startServer } from '../service/site-server.ts';
import type { SiteContent } from '../service/stored-content.ts';
import { makeFolder, readTree, runSitegen, TEST_ENVIRONMENT } from '../site/run-sitegen.ts';
import { article, smallContent } from '../site/small-content.ts';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
const FILES = readdirSync(DEPLOY);
const SCRIPTS = ['snapshot.sh', 'part.sh', 'merge.sh'];

const variables = z.record(z.string(), z.union([z.string(), z.number()]));
const workflow = z
  .object({
    env: variables,
    jobs: z.record(
      z.string(),
      z.object({
        needs: z.union([z.string(), z.array(z.string())]).optional(),
        strategy: z.object({ matrix: z.object({ part: z.array(z.number()) }) }).optional(),
        steps: z.array(z.object({ run: z.string().optional(), env: variables.optional() })),
      }),
    ),
  })
  .parse(load(read('github-many-machines.yml'), { schema: CORE_SCHEMA }));

const kubernetesJob = z.object({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    completionMode: z.literal('Indexed').optional(),
    completions: z.number().optional(),
    parallelism: z.number().optional(),
    template: z.object({
      spec: z.object({
        restartPolicy: z.literal('Never'),
        containers: z.tuple([
          z.object({
            command: z.tuple([z.string()]),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            envFrom: z.array(z.unknown()),
            securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
          }),
        ]),
      }),
    }),
  }),
});
const kubernetes = (name = 'run-name') =>
  loadAll(read('kubernetes.yml').replaceAll('run-name', name), { schema: CORE_SCHEMA }).map((document) =>
    kubernetesJob.parse(document),
  );

describe('deploy/github-many-machines.yml', () => {
  it('runs the three scripts one after the other, with the configured number of parts', () => {
    const { snapshot, part, merge } = workflow.jobs;
    const lastRun = (job: typeof part) => job?.steps.at(-1)?.run;
    expect([snapshot, part, merge].map(lastRun)).toEqual(SCRIPTS.map((name) => `deploy/${name}`));
    expect([snapshot?.needs, part?.needs, merge?.needs]).toEqual([undefined, 'snapshot', 'part']);
    expect(part?.strategy?.matrix.part).toEqual(Array.from({ length: Number(workflow.env.PARTS) }, (_, n) => n + 1));
    expect(part?.steps.at(-1)?.env).toEqual({ PART: `\${{ matrix.part }}` });
  });

  it('gives the token only to the job that fetches', () => {
    const holders = Object.entries(workflow.jobs).filter(([, job]) => JSON.stringify(job).includes('secrets.SITEGEN_'));
    expect(holders.map(([name]) => name)).toEqual(['snapshot']);
    expect(JSON.stringify(workflow.env)).not.toContain('secrets.');
  });
});

describe('deploy/kubernetes.yml', () => {
  it('starts a job, an Indexed Job with the configured number of parts, and a job', () => {
    const jobs = kubernetes();
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual(
      ['snapshot', 'part', 'merge'].map((name) => `site-${name}-run-name`),
    );
    const containers = jobs.map(({ spec }) => spec.template.spec.containers[0]);
    expect(containers.map(({ command }) => command)).toEqual(SCRIPTS.map((name) => [`/site/deploy/${name}`]));
    const valuesOf = (name: string) => containers.map(({ env }) => env.find((row) => row.name === name)?.value);
    const [, part] = jobs;
    expect(part?.spec).toMatchObject({ completionMode: 'Indexed' });
    expect(valuesOf('PARTS')).toEqual(Array(3).fill(String(part?.spec.completions)));
    expect(part?.spec.parallelism).toBe(part?.spec.completions);
    expect(valuesOf('WAIT_SECONDS')).toEqual([undefined, '3600', '3600']);
    const holders = containers.map(({ envFrom }) => JSON.stringify(envFrom).includes('site-content'));
    expect(holders).toEqual([true, false, false]);
  });

  it('keeps the name of a run a text, also where it is a number', () => {
    const runs = kubernetes('20261120120000').map(({ spec }) => spec.template.spec.containers[0].env[0]);
    expect(runs).toEqual(Array(3).fill({ name: 'RUN', value: '20261120120000' }));
  });
});

describe('deploy/', () => {
  it('has executable scripts, and explains each file and each variable', () => {
    for (const name of SCRIPTS) accessSync(join(DEPLOY, name), constants.X_OK);
    for (const name of FILES.filter((file) => !/^README|store|ignore/.test(file)))
      expect(read('README.md')).toContain(`\`${name}\``);
    const asked = FILES.filter((name) => name.endsWith('.sh')).flatMap((name) => [
      ...read(name).matchAll(/\$\{?((?:SITE|RUN|PART|WAIT)[A-Z_]*)/g),
    ]);
    const names = new Set(asked.map(([, name]) => name));
    expect(names.size).toBe(6);
    for (const name of names) expect(read('README.md')).toContain(`\`${name}\``);
  });

  it('names only settings, commands and flags that sitegen has', () => {
    const text = FILES.map(read).join('\n');
    for (const [name] of text.matchAll(/\bSITEGEN_[A-Z_]+/g))
      expect(VARIABLES.map((known) => known.name)).toContain(name);
    const help = readFileSync(join(DEPLOY, '../docs/commands.md'), 'utf8');
    const calls = [...text.matchAll(/(?:^ *|npx )sitegen ([a-z][a-z-]*)([^|;&\n]*)/gm)];
    const commands = new Set(calls.map(([, command]) => command));
    for (const known of ['build', 'snapshot', 'merge', 'check', 'publish', 'unpublish'])
      expect(commands).toContain(known);
    for (const [, command = '', rest = ''] of calls) {
      const section = help.split(`\n## sitegen ${command}\n`)[1]?.split('\n## ')[0] ?? '';
      expect({ command, isKnown: section !== '' }).toEqual({ command, isKnown: true });
      for (const flag of rest.match(/(?<![\w-])--[a-z-]+/g) ?? [])
        expect({ command, section }).toMatchObject({ section: expect.stringContaining(flag) });
    }
  });

  it('keeps secrets, caches and generated files out of the image', () => {
    expect(read('Dockerfile')).not.toMatch(/^(ARG|ENV).*(TOKEN|KEY|SECRET)/m);
    for (const name of ['.git', '.sitegen', 'node_modules', 'out'])
      expect(read('Dockerfile.dockerignore').split('\n')).toContain(name);
  });
});

/** The storage: folders, and `aws` on the path. */
function openStorage() {
  const folder = makeFolder();
  mkdirSync(join(folder, 'bin'));
  const child = join(import.meta.dirname, 'aws-child.ts');
  writeFileSync(join(folder, 'bin/aws'), `#!/bin/sh\nexec "${process.execPath}" "${child}" "$@"\n`);
  chmodSync(join(folder, 'bin/aws'), 0o755);
  return folder;
}

function runScript(name: string, storage: string, environment: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '' } = process.env;
  const settings = { ...TEST_ENVIRONMENT, SITE_STORE: 's3://private/store', SITE_TARGET: 's3://site' };
  const started = spawn(join(DEPLOY, name), {
    cwd: makeFolder(),
    env: {
      PATH: `${join(storage, 'bin')}:${PATH}`,
      HOME,
      AWS_FOLDER: storage,
      ...settings,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const child = killAtEnd(started);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return new Promise<{ code: number | null; said: string }>((done) =>
    child.on('close', (code) => done({ code, said })),
  );
}

const articles = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => article(`article-${index}`, { content: `<p>${text} ${index}.</p>` }));

interface Run {
  readonly RUN: string;
  readonly PARTS: string;
  readonly port: number;
  readonly server: S3Server;
  /** Where visitors see its bucket. */
  readonly origin: string;
}

/** Fetches, renders in parts and merges; returns the site that one machine builds of the same content. */
async function publish(content: SiteContent, storage: string, { port, server, origin, ...run }: Run) {
  // Always at the same address: the policy of the pages names it.
  const service = await serviceWith(content, undefined, port);
  const settings = { ...run, SITEGEN_ORIGIN: origin, SITEGEN_CONTENT_URL: service.url, ...AWS_ENVIRONMENT(server) };
  const fetched = await runScript('snapshot.sh', storage, settings);
  expect(fetched.code, fetched.said).toBe(0);
  await service.stop();
  const single = makeFolder();
  execFileSync('tar', ['-xf', join(storage, 'private/store/runs', run.RUN, 'snapshot.tar'), '-C', single]);
  const flags = ['--snapshot', 'snapshot.sqlite', '--content-url', service.url, '--origin', origin];
  expect(await runSitegen(['build', ...flags], { cwd: single })).toMatchObject({ code: 0 });
  for (let index = 0; index < Number(run.PARTS); index += 1) {
    const place = { ...settings, JOB_COMPLETION_INDEX: String(index) };
    expect(await runScript('part.sh', storage, place)).toMatchObject({ code: 0 });
  }
  const merged = await runScript('merge.sh', storage, settings);
  expect(merged.code, merged.said).toBe(0);
  return readTree(join(single, 'out'));
}

/** The bytes that visitors get. */
const treeOfBucket = (server: S3Server) =>
  Object.fromEntries(Object.keys(visibleObjects(server)).map((key) => [key, server.sha256Of(key)]));

describe('the scripts of deploy/', () => {
  it('publish the site of one machine, and the next run what changed', async () => {
    const storage = openStorage();
    const server = await startS3Server();
    const { origin, close } = await startServer(hostOf(filesOfBucket(server)));
    onTestFinished(close);
    const port = await unusedPort();
    const first = await publish(smallContent({ blog_articles: { en: articles(5, 'First') } }), storage, {
      RUN: 'one',
      PARTS: IS_LONG ? '2' : '1',
      port,
      server,
      origin,
    });
    expect(treeOfBucket(server)).toEqual(first);
    expect(readdirSync(join(storage, 'private/store'))).toEqual(['runs', 'site.tar']);
    expect(readdirSync(join(storage, 'private/store/runs'))).toEqual([]);

    if (!IS_LONG) return;
    server.requests.length = 0;
    const second = await publish(smallContent({ blog_articles: { en: articles(5, 'Second') } }), storage, {
      RUN: 'two',
      PARTS: '1',
      port,
      server,
      origin,
    });
    // Assets of the first release stay for visitors with its pages.
    expect(treeOfBucket(server)).toMatchObject(second);
    expect(server.requests).toContain('PUT blog/article-0/index.html');
    expect(server.requests).not.toContain('PUT about/index.html');
  }, 900_000);

  it('report a missing setting', async () => {
    const storage = openStorage();
    const run = { RUN: 'one', PARTS: '2' };
    expect(await runScript('part.sh', storage, { ...run, PART: '1' })).toEqual({
      code: 1,
      said: 'There is no s3://private/store/runs/one/snapshot.tar. The job that creates it has failed or is still running.\n',
    });
    const unnamed = await runScript('part.sh', storage, { RUN: 'one' });
    expect(unnamed).toMatchObject({ code: 1 });
    expect(unnamed.said).toContain('PARTS: Set it to the number of shards');
  });
});
