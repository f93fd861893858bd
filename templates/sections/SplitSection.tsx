// Text next to a picture or a product screen. The stylesheet alternates the sides.

import type { ReactNode } from 'react';
import { Image } from '../components/Image.tsx';
import { Points } from '../components/Points.tsx';
import { RichText } from '../components/RichText.tsx';
import { Screen, ScreenAside } from '../screens/Screen.tsx';
import { ButtonLink, type SectionProps } from './SectionFrame.tsx';
import './SplitSection.css';

export function SplitSection({ section }: SectionProps<'split'>): ReactNode {
  const hasPicture = section.image !== null || section.screen !== null;
  return (
    <section className={`section section--split${hasPicture ? ' split' : ''}`}>
      <div>
        {section.title === null ? null : <h2>{section.title}</h2>}
        {section.text === null ? null : <RichText html={section.text} />}
        <Points points={section.points} />
        <ScreenAside id={section.screen} />
        {section.link === null ? null : <ButtonLink link={section.link} isQuiet />}
      </div>
      {section.screen === null ? null : <Screen id={section.screen} />}
      {section.image === null || section.screen !== null ? null : (
        <div className="viewfinder">
          <Image image={section.image} sizes="(min-width: 900px) 46vw, 100vw" />
        </div>
      )}
    </section>
  );
}
