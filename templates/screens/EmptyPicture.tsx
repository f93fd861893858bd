// The picture of the error pages: our frame looks where no flask is, or has come off its nail.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import { EmptyScene } from './scenes.tsx';

export function EmptyPicture({ isOurFault }: { readonly isOurFault: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <div className="screen" aria-hidden="true">
      <div className="screen__window piece piece--picture">
        <EmptyScene isFallen={isOurFault} />
        <p className="chip chip--warm">{t('error.match')}</p>
      </div>
    </div>
  );
}
