// A question with too few posts for an answer: the copilot says so and shows the posts.

import type { ReactNode } from 'react';
import { Quotes, useFigures } from './parts.tsx';

/** Posts found, and posts that an answer needs. */
const FOUND = 3;
const NEEDED = 50;

export function RefusalScreen(): ReactNode {
  const { t, number } = useFigures();
  const posts = [
    [t('section.screen.refusalPostOne'), t('section.screen.refusalFromOne')],
    [t('section.screen.refusalPostTwo'), t('section.screen.refusalFromTwo')],
    [t('section.screen.refusalPostThree'), t('section.screen.refusalFromThree')],
  ] as const;
  return (
    <div className="close refusal pane">
      <p className="copilot__question">{t('section.screen.refusalQuestion')}</p>
      <p className="refusal__answer">{t('section.screen.refusalAnswer')}</p>
      <div className="refusal__sample">
        <p className="screen__label">{t('section.screen.refusalSample', { count: FOUND, needed: number(NEEDED) })}</p>
        <Dots />
      </div>
      <Quotes posts={posts} />
      <p className="screen__chips">
        <span className="chip chip--found">{t('section.screen.refusalWider', { n: 71 })}</span>
        <code>{t('section.screen.refusalQuery')}</code>
      </p>
    </div>
  );
}

/** One dot for every post that an answer needs, in two rows. */
function Dots(): ReactNode {
  const across = NEEDED / 2;
  return (
    <svg className="refusal__dots" viewBox={`0 0 ${across * 10} 20`} aria-hidden="true">
      <path d={`M5 5h${across * 10 - 9}M5 15h${across * 10 - 9}`} />
      <path className="is-found" d={`M5 5h${FOUND * 10 - 9}`} />
    </svg>
  );
}
