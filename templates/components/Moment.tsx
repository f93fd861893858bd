// A date with the moment itself for machines: beside words in their language, in the page's own text in the page's.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';

interface MomentProps {
  /** ISO 8601. */
  readonly moment: string;
  readonly className?: string;
}

/** A date beside words. */
export function Moment({ moment, className }: MomentProps): ReactNode {
  const { formatDate, wordsLang } = useWords();
  return (
    <time className={className} dateTime={moment} lang={wordsLang}>
      {formatDate(moment)}
    </time>
  );
}

/** A date of the page's own text. */
export function OwnMoment({ moment }: MomentProps): ReactNode {
  const { formatOwnDate } = useWords();
  return <time dateTime={moment}>{formatOwnDate(moment)}</time>;
}
