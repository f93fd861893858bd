// The picture of the error pages: our frame looks where no picture hangs, or has come off its nail with it.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import { GalleryScene } from './gallery.tsx';

export function EmptyPicture({ isOurFault }: { readonly isOurFault: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <div className="screen" aria-hidden="true">
      <div className="screen__window piece--picture">
        <GalleryScene isFallen={isOurFault} title={t('error.untitled')} />
        {isOurFault ? null : <p className="chip chip--warm">{t('error.match')}</p>}
      </div>
    </div>
  );
}
