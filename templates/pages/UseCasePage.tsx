// A use case of the platform, with two others to go on with before the band that closes the page.

import type { ReactNode } from 'react';
import type { ScreenId } from '../../content/screens.ts';
import { useWords } from '../contexts.ts';
import type { NextInput, UseCaseProps } from '../page-input.ts';
import { ScreenCrop } from '../screens/Screen.tsx';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import './UseCasePage.css';

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
  mentions: 'mentions',
  'visual-insights': 'visual',
  'insights-copilot': 'copilot',
  'brand-health-tracking': 'health',
  'crisis-management': 'alerts',
  'competitor-analysis': 'competitors',
  'market-research': 'research',
  'audience-insights': 'audience',
  'influencer-discovery': 'influencers',
};

function NextPages({ next }: Pick<UseCaseProps, 'next'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (next.length === 0) return null;
  return (
    <nav className="section" aria-labelledby="next-pages" lang={wordsLang}>
      <h2 id="next-pages">{t('section.next')}</h2>
      <ul className="next">
        {next.map((link) => (
          <NextPage key={link.href} link={link} />
        ))}
      </ul>
    </nav>
  );
}

function NextPage({ link: { page, href, label, description } }: { readonly link: NextInput }): ReactNode {
  const screen = SCREENS[page];
  return (
    <li className="next__item sight">
      <div className="next__words">
        <a className="next__link" href={href}>
          {label}
        </a>
        {description === null ? null : <p>{description}</p>}
      </div>
      {screen === undefined ? null : <ScreenCrop id={screen} />}
    </li>
  );
}
