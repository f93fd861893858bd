// `node deploy/gitlab-comment.ts FILE`: writes a Markdown file into the one comment of a merge request that is ours. GITLAB_TOKEN is a
// project access token with the scope `api` and the role of a reporter; without it nothing is sent.

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

async function ask(url: string, method: string, body?: object): Promise<Response> {
  const answer = await fetch(url, {
    method,
    headers: { 'private-token': GITLAB_TOKEN ?? '', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`GitLab answered ${answer.status} to ${method}: check GITLAB_TOKEN.`);
  return answer;
}

/** Anybody may write the marker, so the note must be of the token's own user, too. */
async function findOwnNote(): Promise<Note | undefined> {
  const { id } = (await (await ask(`${CI_API_V4_URL}/user`, 'GET')).json()) as Note['author'];
  for (let page = '1'; page !== ''; ) {
    const answer = await ask(`${notes}?per_page=100&page=${page}`, 'GET');
    const found = ((await answer.json()) as readonly Note[]).find(
      ({ body, author }) => author.id === id && body.startsWith(MARK),
    );
    if (found !== undefined) return found;
    page = answer.headers.get('x-next-page') ?? '';
  }
  return undefined;
}

if (GITLAB_TOKEN === undefined || GITLAB_TOKEN === '') {
  process.stdout.write('GITLAB_TOKEN is not set: no comment is written. The text is in the artifacts of this job.\n');
} else {
  const body = `${MARK}\n${readFileSync(process.argv[2] ?? 'diff.md', 'utf8')}`;
  const own = await findOwnNote();
  await (own === undefined ? ask(notes, 'POST', { body }) : ask(`${notes}/${own.id}`, 'PUT', { body }));
}
