// Which answers are begun before they are asked for, and who gets them: never one of another page or of another time.

import { describe, expect, it } from 'vitest';
import type { PageRequest, RenderedAnswer } from '../../../cli/preview/answer-page.ts';
import { createAnswersAhead } from '../../../cli/preview/server/answers-ahead.ts';

const HOME: PageRequest = { pathname: '/', search: '', token: null };

/** A site whose pages say their version and how many answers were asked for so far. */
function siteOfVersions() {
  const site = { version: 1, answers: 0, isWatched: true, isFailing: false };
  const ahead = createAnswersAhead(
    {
      state: () => ({ version: site.version, broken: [], site: null }),
      answer: async ({ pathname }): Promise<RenderedAnswer> => {
        site.answers += 1;
        if (site.isFailing) return { kind: 'failed', status: 500, problems: [] };
        return { kind: 'file', path: pathname, content: `version ${site.version}, answer ${site.answers}` };
      },
    },
    () => site.isWatched,
  );
  const textOf = async (asked: PageRequest, wanted: 'soon' | 'whole' = 'soon') => {
    const answer = await ahead.answer(asked, wanted);
    return answer.kind === 'file' ? answer.content : answer.kind;
  };
  return { site, ahead, textOf };
}

describe('createAnswersAhead', () => {
  it('gives every tab of the shown page the answer that was begun', async () => {
    const { site, ahead, textOf } = siteOfVersions();
    ahead.show(HOME);
    site.version = 2;
    ahead.begin();
    ahead.begin();
    expect([await textOf(HOME), await textOf(HOME)]).toEqual(['version 2, answer 1', 'version 2, answer 1']);
  });

  it('gives it to nobody else: another page, who opens the page, a token, a later version', async () => {
    const { site, ahead, textOf } = siteOfVersions();
    ahead.show(HOME);
    ahead.begin();
    expect(await textOf({ ...HOME, pathname: '/blog/' })).toBe('version 1, answer 2');
    expect(await textOf(HOME, 'whole')).toBe('version 1, answer 3');
    expect(await textOf({ ...HOME, token: 'secret' })).toBe('version 1, answer 4');
    site.version = 2;
    expect(await textOf(HOME)).toBe('version 2, answer 5');
  });

  it('asks again where the answer that was begun failed', async () => {
    const { site, ahead, textOf } = siteOfVersions();
    ahead.show(HOME);
    site.isFailing = true;
    ahead.begin();
    site.isFailing = false;
    expect(await textOf(HOME)).toBe('version 1, answer 2');
  });

  it('begins nothing while no page is open, and never one with a token', () => {
    const { site, ahead } = siteOfVersions();
    ahead.begin();
    site.version = 2;
    ahead.show({ ...HOME, token: 'secret' });
    ahead.begin();
    site.version = 3;
    ahead.show(HOME);
    site.isWatched = false;
    ahead.begin();
    expect(site.answers).toBe(0);
  });
});
