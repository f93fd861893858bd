// A date in the page's language, with the moment itself for machines.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';

/** `moment`: ISO 8601. */
export function Moment({ moment, className }: { readonly moment: string; readonly className?: string }): ReactNode {
  const { formatDate } = useWords();
  return (
    <time className={className} dateTime={moment}>
      {formatDate(moment)}
    </time>
  );
}
