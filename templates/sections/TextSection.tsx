// A heading with text, or a call to action as a band.

import type { ReactNode } from 'react';
import { Image } from '../components/Image.tsx';
import { SectionHead, type SectionProps } from './SectionFrame.tsx';
import './TextSection.css';

export function TextSection({
  section,
  isBand,
}: SectionProps<'text' | 'cta'> & { readonly isBand: boolean }): ReactNode {
  return (
    <section
      id={section.id ?? undefined}
      className={isBand ? 'section section--cta band--blue' : 'section section--text'}
    >
      <SectionHead section={section} />
      {section.image === null ? null : <Image image={section.image} />}
    </section>
  );
}
