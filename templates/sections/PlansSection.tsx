// Plans in columns: name, price, features and link.

import type { ReactNode } from 'react';
import { RichText } from '../components/RichText.tsx';
import type { SectionItemInput } from '../page-input.ts';
import { Points } from './Points.tsx';
import { ButtonLink, innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './PlansSection.css';

export function PlansSection({ section }: SectionProps<'plans'>): ReactNode {
  return (
    <SectionFrame section={section}>
      <ul className="plans">
        {section.items.map((plan) => (
          <li className="plans__item" key={plan.title}>
            <Plan plan={plan} level={innerLevel(section)} />
          </li>
        ))}
      </ul>
    </SectionFrame>
  );
}

function Plan({ plan, level }: { readonly plan: SectionItemInput; readonly level: 2 | 3 }): ReactNode {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <>
      <Title className="plans__title">{plan.title}</Title>
      {plan.value === null ? null : <p className="plans__price">{plan.value}</p>}
      {plan.text === null ? null : <RichText html={plan.text} />}
      <Points points={plan.points} />
      {plan.link === null ? null : <ButtonLink link={plan.link} />}
    </>
  );
}
