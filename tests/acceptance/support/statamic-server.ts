// Replays recorded answers of real Statamic servers (4.58, 5.73, 6.1) over HTTP: five sites whose blueprints are what an agency
// would write. How they were recorded: tests/fixtures/statamic/README.md.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** The versions that were recorded. */
export const STATAMIC_VERSIONS = ['v4', 'v5', 'v6'] as const;
/** One of them. */
export type StatamicVersion = (typeof STATAMIC_VERSIONS)[number];

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What is asked: `collections/faq/entries` or `globals/top_banner`, and of which site. */
export interface ApiQuestion {
  readonly resource: string;
  readonly site: string;
}

/** A running server. */
export interface StatamicServer {
  /** Address without a trailing slash. */
  readonly url: string;
  /** Paths with query, in the order in which they were asked. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

type Recordings = Readonly<Record<StatamicVersion, Readonly<Record<string, ApiAnswer>>>>;

const RECORDINGS = join(import.meta.dirname, '../../fixtures/statamic/answers.json.br');
const NOT_FOUND: ApiAnswer = { status: 404, body: { message: 'Not found.' } };
let recordings: string | null = null;

/**
 * Serves the recording of a version. `edit` may change any answer; `route` is the first part of its paths.
 */
export async function startStatamic(
  version: StatamicVersion,
  {
    route = 'api',
    edit = (answer) => answer,
  }: { readonly route?: string; readonly edit?: (answer: ApiAnswer, question: ApiQuestion) => ApiAnswer } = {},
): Promise<StatamicServer> {
  const requests: string[] = [];
  let answers: ReadonlyMap<string, ApiAnswer> = new Map();
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const question = readQuestion(request.url ?? '', route);
    const known = question === null ? undefined : answers.get(keyOf(question));
    const answer = question === null ? NOT_FOUND : edit(known ?? NOT_FOUND, question);
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  answers = readAnswers(version, url);
  return {
    url,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function readAnswers(version: StatamicVersion, origin: string): ReadonlyMap<string, ApiAnswer> {
  recordings ??= brotliDecompressSync(readFileSync(RECORDINGS)).toString('utf8');
  const recorded: Recordings = JSON.parse(recordings.replaceAll('{origin}', origin));
  return new Map(
    Object.entries(recorded[version]).flatMap(([path, answer]) => {
      const question = readQuestion(path, 'api');
      return question === null ? [] : [[keyOf(question), answer] as const];
    }),
  );
}

function readQuestion(path: string, route: string): ApiQuestion | null {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  if (!pathname.startsWith(`/${route}/`)) return null;
  const resource = pathname.slice(route.length + 2);
  return { resource, site: searchParams.get('filter[site]') ?? searchParams.get('site') ?? '' };
}

function keyOf({ resource, site }: ApiQuestion): string {
  return `${resource} ${site}`;
}
