// The page after a form was sent. The row of config/pages.ts selects the messages.

import type { ReactNode } from 'react';
import type { WordKey } from '../../locales/words.ts';
import { LinkGrid } from '../components/LinkGrid.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { useWords } from '../contexts.ts';
import type { SuccessProps } from '../page-input.ts';
import './SuccessPage.css';

interface SuccessWords {
  readonly title: WordKey;
  readonly text: WordKey;
}

const DEFAULT_WORDS: SuccessWords = { title: 'success.title', text: 'success.text' };
const WORDS_BY_PAGE: Readonly<Record<string, SuccessWords>> = {
  'e-books-success': { title: 'success.eBooksTitle', text: 'success.eBooksText' },
  'academy-success': { title: 'success.academyTitle', text: 'success.academyText' },
  'benchmarks-success': { title: 'success.benchmarksTitle', text: 'success.benchmarksText' },
};

export function SuccessPage({ page, title, subtitle, homeHref, next }: SuccessProps): ReactNode {
  const { t, wordsLang } = useWords();
  const words = WORDS_BY_PAGE[page] ?? DEFAULT_WORDS;
  return (
    <>
      <PageOpening
        title={title ?? t(words.title)}
        subtitle={subtitle ?? t(words.text)}
        subtitleLang={subtitle === null ? wordsLang : undefined}
      >
        <a className="button" href={homeHref} lang={wordsLang}>
          {t('success.home')}
        </a>
      </PageOpening>
      {next.length === 0 ? null : (
        <section className="section" lang={wordsLang}>
          <h2 className="section__small-title">{t('success.next')}</h2>
          <LinkGrid links={next} />
        </section>
      )}
    </>
  );
}
