// Numbered steps.

import type { ReactNode } from 'react';
import { RichText } from '../components/RichText.tsx';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './StepsSection.css';

export function StepsSection({ section }: SectionProps<'steps'>): ReactNode {
  const Title = innerLevel(section) === 2 ? 'h2' : 'h3';
  return (
    <SectionFrame section={section}>
      <ol className="steps">
        {section.items.map(({ title, text }) => (
          <li className="steps__item" key={title}>
            <Title className="steps__title">{title}</Title>
            {text === null ? null : <RichText html={text} />}
          </li>
        ))}
      </ol>
    </SectionFrame>
  );
}
