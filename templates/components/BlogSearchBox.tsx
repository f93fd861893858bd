// The search of a blog, an island that is hidden without JavaScript.

import type { ReactNode } from 'react';
import { SEARCH_HITS } from '../../config/constants.ts';
import { useWords } from '../contexts.ts';
import { Island } from '../Island.tsx';
import type { BlogProps } from '../page-input.ts';
import './BlogSearchBox.css';

export function BlogSearchBox({ askHref }: Pick<BlogProps, 'askHref'>): ReactNode {
  const { t, wordsLang } = useWords();
  const found = Array.from({ length: SEARCH_HITS + 1 }, (_, count) =>
    count === 0 ? t('blog.searchNothing') : t('blog.searchFound', { count }),
  );
  return (
    <div className="needs-script" lang={wordsLang}>
      <Island
        name="BlogSearch"
        props={{
          label: t('blog.search'),
          found,
          error: t('blog.searchError'),
          help: t('blog.searchHelp'),
          suggestions: t('blog.searchSuggestions'),
          ask: askHref === null ? null : { text: t('blog.searchAsk'), label: t('blog.searchAskLink'), href: askHref },
        }}
        idPrefix="search-"
        parameter="q"
      />
    </div>
  );
}
