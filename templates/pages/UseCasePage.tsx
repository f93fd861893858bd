// A use case of the platform, with two others to go on with before the band that closes the page.

import type { ReactNode } from 'react';
import type { ScreenId } from '../../content/screens.ts';
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

/** The screens of the pages, by row of config/pages.ts. */
const SCREENS: Readonly<Record<string, ScreenId>> = {
  mentions: 'arrivals',
  'visual-insights': 'snacks',
  'insights-copilot': 'copilot',
  'brand-health-tracking': 'health',
  'crisis-management': 'belt',
  'competitor-analysis': 'competitors',
  'market-research': 'answers',
  'audience-insights': 'audience',
  'influencer-discovery': 'influencers',
};

function NextPages({ next }: Pick<UseCaseProps, 'next'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (next.length === 0) return null;
  return (
    <nav className="section" aria-labelledby="next-pages" lang={wordsLang}>
      <h2 id="next-pages">{t('section.next')}</h2>
      <ScreenCards>
        {next.map(({ page, href, label, description }) => (
          <ScreenCard key={href} screen={SCREENS[page] ?? null} isLinked>
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
