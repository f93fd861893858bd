// A section of a page entry: heading, text, picture, link and items. Its kind is a class name; unknown ones are plain.

import type { ReactNode } from 'react';
import type { SectionInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import { Image } from './Image.tsx';
import { RichText } from './RichText.tsx';
import { SectionItems } from './SectionItems.tsx';

const KINDS = ['features', 'stats', 'quote', 'logos', 'cta'];

export function Section({ section }: { readonly section: SectionInput }): ReactNode {
  const kind = section.kind !== null && KINDS.includes(section.kind) ? ` section--${section.kind}` : '';
  return (
    <section className={`section${kind}`}>
      <div className={section.image === null ? undefined : 'split'}>
        <div>
          {section.title === null ? null : <h2>{section.title}</h2>}
          {section.text === null ? null : <RichText html={section.text} />}
          {section.link === null ? null : (
            <Anchor className="button" href={section.link.href} isOuter={section.link.isOuter}>
              {section.link.label}
            </Anchor>
          )}
        </div>
        {section.image === null ? null : <Image image={section.image} />}
      </div>
      <SectionItems items={section.items} titleLevel={section.title === null ? 2 : 3} />
    </section>
  );
}
