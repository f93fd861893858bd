// A use case of the platform, with links to the other ones.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { UseCaseProps } from '../page-input.ts';
import { MarketingPage } from './MarketingPage.tsx';
import './UseCasePage.css';

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
      <ul className="link-grid">
        {others.map(({ href, label, description }) => (
          <li className="link-grid__item" key={href}>
            <a className="link-grid__link" href={href}>
              {label}
            </a>
            {description === null ? null : <p className="link-grid__text">{description}</p>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
