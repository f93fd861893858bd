// The page after a form was sent: who answers and when, what to do with it, and what to read until then. Without a screen the picture takes its place. The row of config/pages.ts selects the messages,
// unless an entry has its own.

import type { ReactNode } from 'react';
import type { WordKey } from '../../locales/words.ts';
import { Card } from '../components/Card.tsx';
import { Image } from '../components/Image.tsx';
import { LinkGrid } from '../components/LinkGrid.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { useWords } from '../contexts.ts';
import type { SuccessProps } from '../page-input.ts';
import { Sections } from '../sections/Sections.tsx';
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

/** Links that a page of its own has at least. */
const ENOUGH = 3;

export function SuccessPage({
  page,
  title,
  subtitle,
  image,
  screen,
  homeHref,
  sections,
  article,
  next,
}: SuccessProps): ReactNode {
  const { t, wordsLang } = useWords();
  const words = WORDS_BY_PAGE[page] ?? DEFAULT_WORDS;
  return (
    <>
      <PageOpening
        title={title ?? t(words.title)}
        subtitle={subtitle ?? t(words.text)}
        subtitleLang={subtitle === null ? wordsLang : undefined}
        image={image}
        screen={screen}
      >
        {image === null || screen === null ? null : (
          <div className="success__mark viewfinder">
            <Image image={image} isFirst sizes="8rem" />
          </div>
        )}
        <a className="button button--quiet" href={homeHref} lang={wordsLang}>
          {t('success.home')}
        </a>
      </PageOpening>
      <Sections sections={sections} />
      {hasLinks(sections) || (next.length === 0 && article === null) ? null : (
        <section className="section">
          <h2 className="section__small-title" lang={wordsLang}>
            {t('success.next')}
          </h2>
          <div className="proof" lang={wordsLang}>
            {/* A page with something of its own to do needs nothing to read. */}
            {article === null || sections.length > 0 ? null : <Card card={article} level={3} className="card--hero" />}
            <LinkGrid links={next} />
          </div>
        </section>
      )}
    </>
  );
}

/** Whether the page itself says where to go from here: then it needs no links that every page could have. */
function hasLinks(sections: SuccessProps['sections']): boolean {
  const items = sections.flatMap((section) => ('items' in section ? section.items : []));
  return items.filter((item) => 'link' in item && item.link !== null).length >= ENOUGH;
}
