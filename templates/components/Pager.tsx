// Links to the previous and next page of a list, and the page number.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { BlogProps } from '../page-input.ts';
import './Pager.css';

type PagerProps = Pick<BlogProps, 'pageNumber' | 'lastPage' | 'previousHref' | 'nextHref'>;

export function Pager({ pageNumber, lastPage, previousHref, nextHref }: PagerProps): ReactNode {
  const { t, wordsLang } = useWords();
  if (lastPage < 2) return null;
  return (
    <nav className="pager" data-list-pager aria-label={t('common.pagination')} lang={wordsLang}>
      <span className={previousHref === null ? 'pager__side wide' : 'pager__side'}>
        {previousHref === null ? null : (
          <a className="button button--quiet" href={previousHref} rel="prev">
            {t('common.newer')}
          </a>
        )}
      </span>
      <span className="pager__here">{t('common.pageOf', { page: pageNumber, lastPage })}</span>
      <span className={nextHref === null ? 'pager__side wide' : 'pager__side pager__side--next'}>
        {nextHref === null ? null : (
          <a className="button button--quiet" href={nextHref} rel="next">
            {t('common.older')}
          </a>
        )}
      </span>
    </nav>
  );
}
