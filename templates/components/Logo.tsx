// The logo, a link to the home page of the locale.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { ChromeInput } from '../page-input.ts';
import './Logo.css';

export function Logo({ brand, homeHref }: Pick<ChromeInput, 'brand' | 'homeHref'>): ReactNode {
  const { t } = useWords();
  return (
    <a className="logo" href={homeHref} aria-label={t('common.homeLink', { brand })}>
      <svg className="logo__mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
        <circle cx="14" cy="14" r="10" fill="none" stroke="currentColor" strokeWidth="4" />
        <path d="M22 22l7 7" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
        <path d="M10 14v2m4-6v8m4-5v3" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      <span className="logo__name">{brand}</span>
    </a>
  );
}
