// Open positions, a row each: title, place, team and pay, and the link to the description.

import type { ReactNode } from 'react';
import { RichText } from '../components/RichText.tsx';
import { ButtonLink, innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './JobsSection.css';

export function JobsSection({ section }: SectionProps<'jobs'>): ReactNode {
  const Title = innerLevel(section) === 2 ? 'h2' : 'h3';
  return (
    <SectionFrame section={section}>
      <ul className="jobs">
        {section.items.map(({ title, text, value, points, link }) => (
          <li className="jobs__item" key={title}>
            <div>
              <Title className="jobs__title">{title}</Title>
              {text === null ? null : <RichText html={text} />}
            </div>
            {points.length === 0 && value === null ? null : (
              <ul className="jobs__facts">
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
                {value === null ? null : <li className="jobs__pay">{value}</li>}
              </ul>
            )}
            {link === null ? null : <ButtonLink link={link} isQuiet />}
          </li>
        ))}
      </ul>
    </SectionFrame>
  );
}
