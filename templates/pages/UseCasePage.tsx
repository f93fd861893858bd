// A use case of the platform, with links to the other ones.

import type { ReactNode } from 'react';
import { LinkGrid } from '../components/LinkGrid.tsx';
import { useWords } from '../contexts.ts';
import type { UseCaseProps } from '../page-input.ts';
import { MarketingPage } from './MarketingPage.tsx';

export function UseCasePage({ others, ...page }: UseCaseProps): ReactNode {
  return (
    <>
      <MarketingPage {...page} />
      <OtherUseCases others={others} />
    </>
  );
}

function OtherUseCases({ others }: Pick<UseCaseProps, 'others'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (others.length === 0) return null;
  return (
    <nav className="section" aria-labelledby="other-use-cases" lang={wordsLang}>
      <h2 id="other-use-cases">{t('section.otherUseCases')}</h2>
      <LinkGrid links={others} />
    </nav>
  );
}
