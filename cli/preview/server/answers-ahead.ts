// The answer to the page that was shown last, begun when open pages are told of a change: they ask for it at once.

import type { PageRequest, RenderedAnswer } from '../answer-page.ts';
import type { RunningSite, Wanted } from '../running-site.ts';

/** Answers of a running site. */
export interface AnswersAhead {
  /** Begins the answer that an open page will ask for. */
  readonly begin: () => void;
  readonly answer: (asked: PageRequest, wanted: Wanted) => Promise<RenderedAnswer>;
  /** A tab shows this page from now on: what scripts fetch ahead, no tab shows. */
  readonly show: (asked: PageRequest) => void;
}

interface BegunAnswer {
  readonly asked: PageRequest;
  /** Of the site: the same one gives the same page. */
  readonly version: number;
  readonly answer: Promise<RenderedAnswer>;
}

/** Makes them; `isWatched` tells whether any page is open. */
export function createAnswersAhead(
  site: Pick<RunningSite, 'answer' | 'state'>,
  isWatched: () => boolean,
): AnswersAhead {
  let last: PageRequest | null = null;
  let begun: BegunAnswer | null = null;
  return {
    begin: () => {
      const { version } = site.state();
      if (begun?.version === version) return;
      begun = last !== null && isWatched() ? { asked: last, version, answer: site.answer(last, 'soon') } : null;
    },
    answer: async (asked, wanted) => {
      if (wanted === 'soon' && begun?.version === site.state().version && isSame(begun.asked, asked)) {
        const answer = await begun.answer;
        // What failed may have failed for a moment.
        if (answer.kind !== 'failed') return answer;
      }
      return site.answer(asked, wanted);
    },
    show: (asked) => {
      // What a token shows is asked of the service each time.
      if (asked.token === null) last = asked;
    },
  };
}

function isSame(one: PageRequest, other: PageRequest): boolean {
  return one.pathname === other.pathname && one.search === other.search && one.token === other.token;
}
