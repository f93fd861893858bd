// The start of a page: title, subtitle and other elements, next to a picture or a product screen, or above a drawing.

import type { ReactNode } from 'react';
import type { ScreenId } from '../../content/screens.ts';
import type { ImageInput } from '../page-input.ts';
import { isDrawing, isWideScreen, Screen, ScreenDrawing } from '../screens/Screen.tsx';
import { Image } from './Image.tsx';
import './PageOpening.css';

interface PageOpeningProps {
  readonly title: string;
  readonly subtitle: string | null;
  readonly image?: ImageInput | null;
  /** Shown instead of the image. */
  readonly screen?: ScreenId | null;
  /** Shown instead of both. */
  readonly beside?: ReactNode;
  /** What is shown stands below the words, across the page, as drawings always do. */
  readonly isWide?: boolean;
  /** `lang` of the subtitle, if it is not in the language of the page. */
  readonly subtitleLang?: string | undefined;
  readonly children?: ReactNode;
}

export function PageOpening({
  title,
  subtitle,
  image = null,
  screen = null,
  beside = null,
  isWide = false,
  subtitleLang,
  children,
}: PageOpeningProps): ReactNode {
  const look = screen !== null || beside !== null ? ' split opening--screen' : image !== null ? ' split' : '';
  const hasDrawing = screen !== null && isDrawing(screen);
  const wide = isWide || (screen !== null && isWideScreen(screen)) ? ' opening--wide' : '';
  return (
    <header className={`opening${look}${wide}`}>
      <div className="opening__words">
        <h1>{title}</h1>
        {subtitle === null ? null : (
          <p className="opening__subtitle" lang={subtitleLang}>
            {subtitle}
          </p>
        )}
        {children}
      </div>
      {beside}
      {screen === null || beside !== null ? null : hasDrawing ? <ScreenDrawing id={screen} /> : <Screen id={screen} />}
      {image === null || screen !== null || beside !== null ? null : (
        <div className="viewfinder">
          <Image image={image} isFirst sizes="(min-width: 900px) 46vw, 100vw" />
        </div>
      )}
    </header>
  );
}
