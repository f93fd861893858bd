// Plans and prices, with a banner below the title.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { BannerPicture } from '../components/BannerPicture.tsx';
import type { BannerInput, PricingProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import './PricingPage.css';

export function PricingPage({ banner, ...page }: PricingProps): ReactNode {
  return (
    <>
      <MarketingOpening {...page} />
      {banner === null ? null : <PriceBanner banner={banner} />}
      <MarketingBody {...page} />
    </>
  );
}

function PriceBanner({ banner }: { readonly banner: BannerInput }): ReactNode {
  const picture = <BannerPicture banner={banner} alt={banner.alt} />;
  return (
    <div className="price-banner">
      {banner.href === null ? (
        picture
      ) : (
        <Anchor href={banner.href} isOuter={banner.isOuter}>
          {picture}
        </Anchor>
      )}
    </div>
  );
}
