// A use case of the platform, with two others to go on with before the band that closes the page.

import type { ReactNode } from 'react';
import { ScreenCard, ScreenCards } from '../components/ScreenCards.tsx';
import { useWords } from '../contexts.ts';
import type { UseCaseProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function UseCasePage({ next, ...page }: UseCaseProps): ReactNode {
  return (
    <>
      <MarketingOpening {...page} />
      <MarketingBody {...page}>
        <NextPages next={next} />
      </MarketingBody>
    </>
  );
}

function NextPages({ next }: Pick<UseCaseProps, 'next'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (next.length === 0) return null;
  return (
    <nav className="section" aria-labelledby="next-pages" lang={wordsLang}>
      <h2 id="next-pages">{t('section.next')}</h2>
      <ScreenCards>
        {next.map(({ screen, href, label, description }, index) => (
          <ScreenCard key={href} screen={screen} isLinked isWide={index > 0}>
            <h3 className="screen-card__title">
              <a className="screen-card__link arrow-link" href={href}>
                {label}
              </a>
            </h3>
            {description === null ? null : <p>{description}</p>}
          </ScreenCard>
        ))}
      </ScreenCards>
    </nav>
  );
}
