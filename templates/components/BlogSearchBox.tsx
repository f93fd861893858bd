// The search of a blog, an island that is hidden without JavaScript.

import type { ReactNode } from 'react';
import { SEARCH_HITS } from '../../config/constants.ts';
import { useWords } from '../contexts.ts';
import { Island } from '../Island.tsx';
import './BlogSearchBox.css';

export function BlogSearchBox(): ReactNode {
  const { t, wordsLang } = useWords();
  const found = Array.from({ length: SEARCH_HITS + 1 }, (_, count) =>
    count === 0 ? t('blog.searchNothing') : t('blog.searchFound', { count }),
  );
  return (
    <div className="needs-script" lang={wordsLang}>
      <Island
        name="BlogSearch"
        props={{ label: t('blog.search'), found, error: t('blog.searchError'), help: t('blog.searchHelp') }}
        idPrefix="search-"
        parameter="q"
      />
    </div>
  );
}
