// The start of a page: title, subtitle and other elements.

import type { ReactNode } from 'react';
import type { ImageInput } from '../page-input.ts';
import { Image } from './Image.tsx';
import './PageOpening.css';

interface PageOpeningProps {
  readonly title: string;
  readonly subtitle: string | null;
  readonly image?: ImageInput | null;
  /** `lang` of the subtitle, if it is not in the language of the page. */
  readonly subtitleLang?: string | undefined;
  readonly children?: ReactNode;
}

export function PageOpening({ title, subtitle, image = null, subtitleLang, children }: PageOpeningProps): ReactNode {
  return (
    <header className={image === null ? 'opening' : 'opening split'}>
      <div>
        <h1>{title}</h1>
        {subtitle === null ? null : (
          <p className="opening__subtitle" lang={subtitleLang}>
            {subtitle}
          </p>
        )}
        {children}
      </div>
      {image === null ? null : (
        <div className="viewfinder">
          <Image image={image} isFirst sizes="(min-width: 900px) 46vw, 100vw" />
        </div>
      )}
    </header>
  );
}
