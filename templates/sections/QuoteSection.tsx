// A quotation (the title of the section) and its author (the text).

import type { ReactNode } from 'react';
import { RichText } from '../components/RichText.tsx';
import { ButtonLink, type SectionProps } from './SectionFrame.tsx';
import './QuoteSection.css';

export function QuoteSection({ section }: SectionProps<'quote'>): ReactNode {
  if (section.title === null) return null;
  return (
    <section className="section section--quote band--warm">
      <figure className="quote quote--large">
        <blockquote>
          <p>{section.title}</p>
        </blockquote>
        {section.text === null ? null : (
          <figcaption>
            <RichText html={section.text} />
          </figcaption>
        )}
      </figure>
      {section.link === null ? null : <ButtonLink link={section.link} isQuiet />}
    </section>
  );
}
