// Hidden elements for the script of a list: the button for more cards, and the texts of its states.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import './ListControls.css';

export function ListControls(): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <div
      className="list-controls"
      data-list-controls
      data-more={t('common.more')}
      data-loading={t('common.loading')}
      data-retry={t('common.tryAgain')}
      data-failed={t('common.listFailed')}
      data-empty={t('common.listEmpty')}
      lang={wordsLang}
      hidden
    >
      <p role="status" />
      <button className="button" type="button">
        {t('common.more')}
      </button>
    </div>
  );
}
