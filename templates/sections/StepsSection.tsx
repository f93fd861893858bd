// Numbered steps. Their number and titles decide how they look: a line of time if the titles tell times, columns if there are many, else a
// list.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Image } from '../components/Image.tsx';
import { Points } from '../components/Points.tsx';
import { RichText } from '../components/RichText.tsx';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import { findTimes, type Time } from './times.ts';
import './StepsSection.css';

/** As many steps as stand beside their heading; more are columns. */
const LIST_MAX = 3;

export function StepsSection({ section }: SectionProps<'steps'>): ReactNode {
  const { items } = section;
  const Title = innerLevel(section) === 2 ? 'h2' : 'h3';
  const times = findTimes(items.map(({ title }) => title));
  const isList = times === null && items.length <= LIST_MAX;
  return (
    <SectionFrame section={section} className={isList && section.title !== null ? 'section--beside' : ''}>
      <ol className={times !== null ? 'steps steps--times' : isList ? 'steps' : 'steps steps--run'}>
        {items.map(({ title, text, image, points, link }, index) => (
          <li className="steps__item" key={title}>
            {image === null ? null : <Image image={image} sizes="16rem" />}
            <Title className="steps__title">{title}</Title>
            {times === null ? null : <Track time={times[index]} isLast={index === times.length - 1} />}
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

/** When a step is, within the time of all; an empty line for one that has no time. */
function Track({ time, isLast }: { readonly time: Time | undefined; readonly isLast: boolean }): ReactNode {
  const { from, to } = time ?? { from: 0, to: 0 };
  const tone = isLast ? 'stack tone--negative' : 'stack stack--1';
  return (
    <svg className="steps__track" height="16" overflow="visible" aria-hidden="true">
      <rect className={time === undefined ? 'stack tone--negative' : undefined} y="6" width="100%" height="4" rx="2" />
      {time === undefined ? null : from === to ? (
        <circle className={tone} cx={`${from}%`} cy="8" r="8" transform={`translate(${8 - from * 0.16})`} />
      ) : (
        <rect className={tone} x={`${from}%`} y="2" width={`${to - from}%`} height="12" rx="6" />
      )}
    </svg>
  );
}
