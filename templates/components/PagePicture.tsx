// The picture of a page with a form next to its title: below the title, above the fold.

import type { ReactNode } from 'react';
import type { ImageInput } from '../page-input.ts';
import { Image } from './Image.tsx';
import './PagePicture.css';

export function PagePicture({ image }: { readonly image: ImageInput | null }): ReactNode {
  if (image === null) return null;
  return (
    <div className="page-picture viewfinder">
      <Image image={image} isFirst sizes="(min-width: 1200px) 40vw, 100vw" />
    </div>
  );
}
