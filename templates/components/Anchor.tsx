// A link. Links to other hosts open a new tab without a referrer, and announce this to screen readers.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';

interface AnchorProps {
  readonly href: string;
  readonly isOuter: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Anchor({ href, isOuter, className, children }: AnchorProps): ReactNode {
  const { t, wordsLang } = useWords();
  if (!isOuter) {
    return (
      <a className={className} href={href}>
        {children}
      </a>
    );
  }
  return (
    <a className={className} href={href} target="_blank" rel="noreferrer noopener">
      {children}{' '}
      <span className="visually-hidden" lang={wordsLang}>
        {t('common.opensInNewTab')}
      </span>
    </a>
  );
}
