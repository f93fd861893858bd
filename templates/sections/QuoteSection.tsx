// A quotation (the title of the section), its author (the text), and the logo or portrait that belongs to them. The picture decides its
// look: across the page with a logo, beside a portrait, between corners without either. A product screen may stand beside it, a drawing
// above it.

import type { ReactNode } from 'react';
import { Image } from '../components/Image.tsx';
import { RichText } from '../components/RichText.tsx';
import { isDrawing, Screen, ScreenDrawing } from '../screens/Screen.tsx';
import { ButtonLink, type SectionProps } from './SectionFrame.tsx';
import './QuoteSection.css';

export function QuoteSection({ section }: SectionProps<'quote'>): ReactNode {
  const { title, text, image, link, screen } = section;
  if (title === null) return null;
  // Logos are wide, portraits are not.
  const isLogo = image !== null && (image.width ?? 0) > (image.height ?? 0);
  const isBeside = screen !== null && !isDrawing(screen);
  const isFramed = image === null && screen === null;
  // A drawing without a face explains a rule that nobody said aloud.
  const isRule = image === null && screen !== null && !isBeside;
  const isPortrait = image !== null && !isLogo && screen === null;
  const look = isFramed ? ' section--framed' : isPortrait ? ' section--portrait' : ' band--warm';
  return (
    <section className={`section section--quote${look}${isBeside ? ' split' : ''}`} id={section.id ?? undefined}>
      {screen === null || isBeside ? null : <ScreenDrawing id={screen} />}
      <figure className={isFramed ? 'quote viewfinder' : isRule ? 'quote' : 'quote quote--large'}>
        {isPortrait ? <Image image={image} sizes="18rem" /> : null}
        <blockquote>
          <p>{title}</p>
        </blockquote>
        {text === null && (image === null || isPortrait) && link === null ? null : (
          <figcaption className={isLogo ? 'quote__author quote__logo' : isFramed ? undefined : 'quote__author'}>
            {image === null || isPortrait ? null : <Image image={image} sizes="9rem" />}
            {text === null ? null : <RichText html={text} />}
            {link === null ? null : <ButtonLink link={link} isQuiet />}
          </figcaption>
        )}
      </figure>
      {isBeside ? <Screen id={screen} /> : null}
    </section>
  );
}
