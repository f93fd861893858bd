// The picture or product screen of a page with a form next to its title: below the title, above the fold.

import type { ReactNode } from 'react';
import type { ScreenId } from '../../content/screens.ts';
import type { ImageInput } from '../page-input.ts';
import { isDrawing, Screen, ScreenDrawing } from '../screens/Screen.tsx';
import { Image } from './Image.tsx';
import './PagePicture.css';

export function PagePicture({
  image,
  screen = null,
}: {
  readonly image: ImageInput | null;
  /** Shown instead of the image. */
  readonly screen?: ScreenId | null;
}): ReactNode {
  if (screen !== null)
    return (
      <div className="page-picture">{isDrawing(screen) ? <ScreenDrawing id={screen} /> : <Screen id={screen} />}</div>
    );
  if (image === null) return null;
  return (
    <div className="page-picture viewfinder">
      <Image image={image} isFirst sizes="(min-width: 1200px) 40vw, 100vw" />
    </div>
  );
}
