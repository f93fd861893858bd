// A heading with text, or a call to action as a band: one row, or beside a product screen, or beside a picture that fills its half.

import type { ReactNode } from 'react';
import { Image } from '../components/Image.tsx';
import { ScreenCrop } from '../screens/Screen.tsx';
import { SectionHead, type SectionProps } from './SectionFrame.tsx';
import './TextSection.css';

export function TextSection({ section }: SectionProps<'text' | 'cta'>): ReactNode {
  const screen = section.kind === 'cta' ? section.screen : null;
  const band =
    screen !== null
      ? 'band--blue split'
      : section.image !== null
        ? 'band--warm split section--bleed'
        : 'band--blue section--row';
  return (
    <section
      id={section.id ?? undefined}
      className={
        section.kind === 'cta'
          ? `section section--cta ${band}`
          : `section section--text ${section.image === null ? 'section--head' : ''}`.trim()
      }
    >
      <SectionHead section={section} />
      {screen === null ? null : <ScreenCrop id={screen} />}
      {section.image === null ? null : <Image image={section.image} />}
    </section>
  );
}
