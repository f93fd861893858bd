// What is in a long text, as links to its headings.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { Outline, OutlineHeading } from './outline.ts';
import './Contents.css';

export function Contents({ headings }: Pick<Outline, 'headings'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (headings.length === 0) return null;
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <p className="contents__title" id="contents-title" lang={wordsLang}>
        {t('common.contents')}
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: text of sanitised HTML, its tags removed */}
      <ol dangerouslySetInnerHTML={{ __html: headings.map(printItem).join('') }} />
    </nav>
  );
}

/** Five to ten stand on every article: as text they cost next to nothing. */
function printItem({ id, titleHtml }: OutlineHeading): string {
  return `<li><a href="#${escapeLikeReact(id)}">${titleHtml}</a></li>`;
}
