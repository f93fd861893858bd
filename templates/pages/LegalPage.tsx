// A legal text with the date of its last change.

import type { ReactNode } from 'react';
import type { WordKey } from '../../locales/words.ts';
import { Blocks } from '../components/Blocks.tsx';
import { Contents } from '../components/Contents.tsx';
import { Moment } from '../components/Moment.tsx';
import { createOutline } from '../components/outline.ts';
import { PageOpening } from '../components/PageOpening.tsx';
import { useTextRules, useWords } from '../contexts.ts';
import type { LegalProps } from '../page-input.ts';
import { Sections } from '../sections/Sections.tsx';
import './LegalPage.css';

const TITLE_BY_PAGE: Readonly<Record<string, WordKey>> = { 'terms-of-services': 'legal.termsTitle' };

export function LegalPage({ page, title, subtitle, updated, content, sections }: LegalProps): ReactNode {
  const { t, wordsLang } = useWords();
  const outline = createOutline(content, useTextRules());
  return (
    <article className="legal">
      <PageOpening title={title ?? t(TITLE_BY_PAGE[page] ?? 'legal.title')} subtitle={subtitle}>
        {updated === null ? null : (
          <p className="legal__updated" lang={wordsLang}>
            {t('legal.updated')} <Moment moment={updated} />
          </p>
        )}
      </PageOpening>
      <div className="legal__body">
        <Contents headings={outline.headings} />
        {content.length > 0 ? (
          <Blocks blocks={content} outline={outline} />
        ) : sections.some(({ kind }) => kind === 'content') ? null : (
          <p lang={wordsLang}>{t('legal.onRequest')}</p>
        )}
        <Sections sections={sections} />
      </div>
    </article>
  );
}
