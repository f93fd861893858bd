// The table of contents of a long text: a line that opens, or next to the text on wide screens (by styles).

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { Outline } from './outline.ts';
import './Contents.css';

const FEWEST = 3;

export function Contents({ headings }: Pick<Outline, 'headings'>): ReactNode {
  const { t, wordsLang } = useWords();
  // Two headings are no list.
  if (headings.length < FEWEST) return null;
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <p className="contents__title" id="contents-title" lang={wordsLang}>
        {t('common.contents')}
      </p>
      <details>
        <summary lang={wordsLang}>{t('common.contents')}</summary>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: titles are sanitised HTML without tags */}
        <ol className="contents__list" dangerouslySetInnerHTML={{ __html: printItems(headings) }} />
      </details>
    </nav>
  );
}

/** Printed as text: with React the links would take a fifth of the time of an article. */
function printItems(headings: Outline['headings']): string {
  return headings.map(({ id, titleHtml }) => `<li><a href="#${escapeLikeReact(id)}">${titleHtml}</a></li>`).join('');
}
