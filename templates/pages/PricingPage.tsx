// Plans and prices. The banner follows the plans, so that prices come first.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { BannerPicture } from '../components/BannerPicture.tsx';
import type { BannerInput, PricingProps } from '../page-input.ts';
import { Sections } from '../sections/Sections.tsx';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import './PricingPage.css';

export function PricingPage({ banner, sections, content, ...opening }: PricingProps): ReactNode {
  const afterPlans = sections.findIndex(({ kind }) => kind === 'plans') + 1;
  return (
    <>
      <MarketingOpening {...opening} />
      <Sections sections={sections.slice(0, afterPlans)} />
      {banner === null ? null : <PriceBanner banner={banner} />}
      <MarketingBody sections={sections.slice(afterPlans)} content={content} />
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
