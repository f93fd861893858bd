// `node deploy/gitlab-comment.ts FILE`: posts a Markdown file as a comment on the merge request, or updates the comment of an earlier run.
// GITLAB_TOKEN is a project access token with scope `api` and role Reporter. Without it, nothing is sent.

import { readFileSync } from 'node:fs';
import process from 'node:process';

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, GITLAB_TOKEN } = process.env;
const MARK = '<!-- sitegen diff -->';
const notes = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;

interface Note {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly id: number };
}

async function request(url: string, method: string, body?: object): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { 'private-token': GITLAB_TOKEN ?? '', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`GitLab responded with ${response.status} to ${method}. Check GITLAB_TOKEN.`);
  return response;
}

/** Finds the comment of an earlier run. Anybody can write the marker, so the author must be the user of the token, too. */
async function findOwnNote(): Promise<Note | undefined> {
  const { id } = (await (await request(`${CI_API_V4_URL}/user`, 'GET')).json()) as Note['author'];
  for (let page = '1'; page !== ''; ) {
    const response = await request(`${notes}?per_page=100&page=${page}`, 'GET');
    const found = ((await response.json()) as readonly Note[]).find(
      ({ body, author }) => author.id === id && body.startsWith(MARK),
    );
    if (found !== undefined) return found;
    page = response.headers.get('x-next-page') ?? '';
  }
  return undefined;
}

if (GITLAB_TOKEN === undefined || GITLAB_TOKEN === '') {
  process.stdout.write(
    'GITLAB_TOKEN is not set, so nothing was posted. See the artifacts of this job for the comment.\n',
  );
} else {
  const body = `${MARK}\n${readFileSync(process.argv[2] ?? 'diff.md', 'utf8')}`;
  const own = await findOwnNote();
  await (own === undefined ? request(notes, 'POST', { body }) : request(`${notes}/${own.id}`, 'PUT', { body }));
}
