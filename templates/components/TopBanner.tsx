// The announcement above the header, a picture with a link.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { BannerInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import { BannerPicture } from './BannerPicture.tsx';
import './TopBanner.css';

interface TopBannerProps {
  readonly banner: BannerInput;
  /** BCP 47. */
  readonly languageTag: string;
}

export function TopBanner({ banner, languageTag }: TopBannerProps): ReactNode {
  const { t } = useWords();
  const picture = <BannerPicture banner={banner} alt={banner.alt === '' ? t('common.banner') : banner.alt} />;
  return (
    <aside className="top-banner" aria-label={t('common.banner')} lang={languageTag}>
      {banner.href === null ? (
        picture
      ) : (
        <Anchor href={banner.href} isOuter={banner.isOuter}>
          {picture}
        </Anchor>
      )}
    </aside>
  );
}
