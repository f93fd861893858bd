// A marketing page: opening, sections in the order of the editor, free content. Other pages use its two parts.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import type { MarketingProps } from '../page-input.ts';
import { ButtonLink } from '../sections/SectionFrame.tsx';
import { Sections } from '../sections/Sections.tsx';

export function MarketingPage(props: MarketingProps): ReactNode {
  return (
    <>
      <MarketingOpening {...props} />
      <MarketingBody {...props} />
    </>
  );
}

/** Title, subtitle, picture and main link. */
export function MarketingOpening({
  title,
  subtitle,
  image,
  link,
}: Pick<MarketingProps, 'title' | 'subtitle' | 'image' | 'link'>): ReactNode {
  return (
    <PageOpening title={title} subtitle={subtitle} image={image}>
      {link === null ? null : <ButtonLink link={link} />}
    </PageOpening>
  );
}

/** Sections, then free content. */
export function MarketingBody({ sections, content }: Pick<MarketingProps, 'sections' | 'content'>): ReactNode {
  return (
    <>
      <Sections sections={sections} />
      <Blocks blocks={content} />
    </>
  );
}
