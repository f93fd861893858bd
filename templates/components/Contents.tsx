// What is in a long text, as links to its headings.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { Outline } from './outline.ts';
import './Contents.css';

export function Contents({ headings }: Pick<Outline, 'headings'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (headings.length === 0) return null;
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <p className="contents__title" id="contents-title" lang={wordsLang}>
        {t('common.contents')}
      </p>
      <ol>
        {headings.map(({ id, titleHtml }) => (
          <li key={id}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: text of sanitised HTML, its tags removed */}
            <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: titleHtml }} />
          </li>
        ))}
      </ol>
    </nav>
  );
}
