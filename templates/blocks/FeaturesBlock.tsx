// Features in columns. People among them have square portraits, beside their words where there is little room.

import type { ReactNode } from 'react';
import { Image } from '../components/Image.tsx';
import { RichText } from '../components/RichText.tsx';
import { SectionItems } from '../components/SectionItems.tsx';
import type { SectionItemInput } from '../page-input.ts';
import type { TitledBlockProps } from './block-of-type.ts';
import '../components/People.css';

export function FeaturesBlock({ block, id }: TitledBlockProps<'features'>): ReactNode {
  const Name = block.title === null ? 'h2' : 'h3';
  return (
    <section className="section block--features" id={id}>
      {block.title === null ? null : <h2>{block.title}</h2>}
      {block.items.every(isPerson) ? (
        <ul className="people">
          {block.items.map(({ title, text, image }) => (
            <li className="people__item" key={title}>
              {image === null ? null : <Image image={image} sizes="(min-width: 600px) 12rem, 40vw" />}
              <Name className="people__name">{title}</Name>
              {text === null ? null : <RichText html={text} />}
            </li>
          ))}
        </ul>
      ) : (
        <SectionItems items={block.items} titleLevel={block.title === null ? 2 : 3} />
      )}
    </section>
  );
}

/** In pixels; icons are smaller. */
const LEAST_PORTRAIT = 200;

/** Pictures of things are wide, or small. */
function isPerson({ image, value, link, points }: SectionItemInput): boolean {
  const isSquare = image !== null && (image.width ?? 0) >= LEAST_PORTRAIT && image.width === image.height;
  return isSquare && value === null && link === null && points.length === 0;
}
