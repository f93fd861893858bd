// A date as <time>, formatted in the language of the messages or in that of the page.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';

interface MomentProps {
  /** ISO 8601. */
  readonly moment: string;
  readonly className?: string;
}

/** A date in the language of the messages. */
export function Moment({ moment, className }: MomentProps): ReactNode {
  const { formatDate, wordsLang } = useWords();
  return (
    <time className={className} dateTime={moment} lang={wordsLang}>
      {formatDate(moment)}
    </time>
  );
}

/** A date in the language of the page. */
export function OwnMoment({ moment }: MomentProps): ReactNode {
  const { formatOwnDate } = useWords();
  return <time dateTime={moment}>{formatOwnDate(moment)}</time>;
}
