// Blocks of images: an image with a caption, a gallery, and a row of logos.

import type { ReactNode } from 'react';
import { Image } from '../components/Image.tsx';
import type { ImageInput } from '../page-input.ts';
import type { BlockProps, TitledBlockProps } from './block-of-type.ts';
import './blocks.css';

export function FigureBlock({ block }: BlockProps<'image'>): ReactNode {
  return (
    <figure className="figure">
      <Image image={block.image} />
      {block.caption === null ? null : <figcaption>{block.caption}</figcaption>}
    </figure>
  );
}

export function GalleryBlock({ block }: BlockProps<'gallery'>): ReactNode {
  return <ImageList className="gallery" images={block.images} />;
}

export function LogosBlock({ block, id }: TitledBlockProps<'logos'>): ReactNode {
  return (
    <section className="section block--logos" id={id}>
      {block.title === null ? null : <h2>{block.title}</h2>}
      <ImageList className="logos" images={block.images} />
    </section>
  );
}

function ImageList({
  className,
  images,
}: {
  readonly className: string;
  readonly images: readonly ImageInput[];
}): ReactNode {
  return (
    <ul className={className}>
      {images.map((image) => (
        <li key={image.src}>
          <Image image={image} sizes="(min-width: 600px) 33vw, 50vw" />
        </li>
      ))}
    </ul>
  );
}
