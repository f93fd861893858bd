// Numbered steps.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Points } from '../components/Points.tsx';
import { RichText } from '../components/RichText.tsx';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './StepsSection.css';

export function StepsSection({ section }: SectionProps<'steps'>): ReactNode {
  const Title = innerLevel(section) === 2 ? 'h2' : 'h3';
  return (
    <SectionFrame section={section}>
      <ol className="steps">
        {section.items.map(({ title, text, points, link }) => (
          <li className="steps__item" key={title}>
            <Title className="steps__title">{title}</Title>
            {text === null ? null : <RichText html={text} />}
            <Points points={points} />
            {link === null ? null : (
              <p>
                <Anchor className="arrow-link" href={link.href} isOuter={link.isOuter}>
                  {link.label}
                </Anchor>
              </p>
            )}
          </li>
        ))}
      </ol>
    </SectionFrame>
  );
}
