// What is in a long text, as links to its headings.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { KnownHtml } from '../markup.ts';
import type { Outline, OutlineHeading } from './outline.ts';
import './Contents.css';

export function Contents({ headings }: Pick<Outline, 'headings'>): ReactNode {
  return headings.length === 0 ? null : <ContentsList itemsHtml={printContents(headings)} />;
}

/** The contents around their items. */
export function ContentsList({ itemsHtml }: { readonly itemsHtml: string }): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <p className="contents__title" id="contents-title" lang={wordsLang}>
        {t('common.contents')}
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: text of sanitised HTML, its tags removed */}
      <ol dangerouslySetInnerHTML={{ __html: itemsHtml }} />
    </nav>
  );
}

/** Five to ten stand on every article: as text they cost next to nothing. */
function printContents(headings: readonly OutlineHeading[]): string {
  return headings.map(({ id, titleHtml }) => `<li><a href="#${escapeLikeReact(id)}">${titleHtml}</a></li>`).join('');
}

/** The same, and where it leads. */
export function fillContents(headings: readonly OutlineHeading[]): KnownHtml {
  return { html: printContents(headings), links: headings.map(({ id }) => `#${id}`), ids: [] };
}
