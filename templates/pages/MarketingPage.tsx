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

/** Title, subtitle, picture or screen, and up to two links. */
export function MarketingOpening({
  title,
  subtitle,
  image,
  screen,
  link,
  secondLink,
}: Pick<MarketingProps, 'title' | 'subtitle' | 'image' | 'screen' | 'link' | 'secondLink'>): ReactNode {
  return (
    <PageOpening title={title} subtitle={subtitle} image={image} screen={screen}>
      <OpeningLinks link={link} secondLink={secondLink} />
    </PageOpening>
  );
}

/** The main link, and a quiet second one. */
export function OpeningLinks({ link, secondLink }: Pick<MarketingProps, 'link' | 'secondLink'>): ReactNode {
  if (link === null && secondLink === null) return null;
  return (
    <p className="opening__links">
      {link === null ? null : <ButtonLink link={link} />}
      {secondLink === null ? null : <ButtonLink link={secondLink} isQuiet />}
    </p>
  );
}

/** Sections, then free content and `children`, but before the form or the call to action that closes the page. */
export function MarketingBody({
  sections,
  content,
  children,
}: Pick<MarketingProps, 'sections' | 'content'> & { readonly children?: ReactNode }): ReactNode {
  const end = sections.findLastIndex(({ kind }) => kind !== 'cta' && kind !== 'form') + 1;
  return (
    <>
      <Sections sections={sections.slice(0, end)} />
      <Blocks blocks={content} />
      {children}
      <Sections sections={sections.slice(end)} />
    </>
  );
}
