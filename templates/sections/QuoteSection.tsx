// A quotation (the title of the section), its author (the text), and the logo or portrait that belongs to them; a product screen may stand
// beside it, a drawing above it.

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
  const hasLogo = image !== null && (image.width ?? 0) > (image.height ?? 0);
  const isBeside = screen !== null && !isDrawing(screen);
  return (
    <section className={`section section--quote band--warm${isBeside ? ' split' : ''}`} id={section.id ?? undefined}>
      {screen === null || isBeside ? null : <ScreenDrawing id={screen} />}
      <figure className="quote quote--large">
        <blockquote>
          <p>{title}</p>
        </blockquote>
        {text === null && image === null ? null : (
          <figcaption className={hasLogo ? 'quote__author quote__logo' : 'quote__author'}>
            {image === null ? null : <Image image={image} sizes="9rem" />}
            {text === null ? null : <RichText html={text} />}
          </figcaption>
        )}
      </figure>
      {isBeside ? <Screen id={screen} /> : null}
      {link === null ? null : <ButtonLink link={link} isQuiet />}
    </section>
  );
}
