// A heading with text, or a call to action as a band, with the corner of a product screen.

import type { ReactNode } from 'react';
import { Image } from '../components/Image.tsx';
import { ScreenCrop } from '../screens/Screen.tsx';
import { SectionHead, type SectionProps } from './SectionFrame.tsx';
import './TextSection.css';

export function TextSection({ section }: SectionProps<'text' | 'cta'>): ReactNode {
  const screen = section.kind === 'cta' ? section.screen : null;
  const band = screen === null && section.image === null ? 'band--blue' : 'band--blue split';
  return (
    <section
      id={section.id ?? undefined}
      className={section.kind === 'cta' ? `section section--cta ${band}` : 'section section--text'}
    >
      <SectionHead section={section} />
      {screen === null ? null : <ScreenCrop id={screen} />}
      {section.image === null ? null : <Image image={section.image} />}
    </section>
  );
}
