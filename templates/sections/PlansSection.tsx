// Plans in columns: name, price, features and link. Radio buttons and the stylesheet switch between two billing periods, and
// make a slider from mentions a month to the plan that covers them, which then stands out. Both work without JavaScript.

import { Fragment, type ReactNode } from 'react';
import { Points } from '../components/Points.tsx';
import { RichText } from '../components/RichText.tsx';
import { useWords } from '../contexts.ts';
import type { PlanInput, PriceInput } from '../page-input.ts';
import { ButtonLink, innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './PlansSection.css';

export function PlansSection({ section }: SectionProps<'plans'>): ReactNode {
  const hasSlider = section.items.some(({ volumes }) => volumes.length > 0);
  return (
    <SectionFrame section={section}>
      <BillingSwitch periods={section.billing} />
      <VolumeSlider plans={section.items} />
      <ul className="plans">
        {section.items.map((plan) => (
          <li
            className={plan.badge === null || hasSlider ? 'plans__item' : 'plans__item plans__item--best'}
            key={plan.title}
          >
            <Plan plan={plan} level={innerLevel(section)} />
          </li>
        ))}
      </ul>
    </SectionFrame>
  );
}

/** Two radio buttons; nothing unless there are two periods. */
function BillingSwitch({ periods }: { readonly periods: readonly string[] }): ReactNode {
  const { t } = useWords();
  const [first, second] = periods;
  if (first === undefined || second === undefined) return null;
  return (
    <fieldset className="billing">
      <legend className="visually-hidden">{t('section.billing')}</legend>
      <label className="billing__period">
        <input type="radio" name="billing" value="first" defaultChecked />
        <span>{first}</span>
      </label>
      <label className="billing__period">
        <input type="radio" name="billing" value="second" />
        <span>{second}</span>
      </label>
    </fieldset>
  );
}

/** A radio button for each stop, followed by the plan and price for it. At first the plan with a badge is chosen, else the first one. */
function VolumeSlider({ plans }: { readonly plans: readonly PlanInput[] }): ReactNode {
  const { t } = useWords();
  const stops = plans.flatMap((plan, index) => plan.volumes.map((volume) => ({ plan, number: index + 1, volume })));
  if (stops.length === 0) return null;
  const best = stops.findIndex(({ plan }) => plan.badge !== null);
  const chosen = best === -1 ? stops.findLastIndex(({ number }) => number === stops[0]?.number) : best;
  return (
    <fieldset className="volume">
      <legend>{t('section.volume')}</legend>
      <div className="volume__stops">
        {stops.map(({ plan, number, volume }, index) => (
          <Fragment key={volume}>
            <label className="volume__stop">
              <input
                type="radio"
                name="volume"
                value={number}
                defaultChecked={index === chosen}
                aria-describedby={`volume-${index}`}
              />
              <span>{volume}</span>
            </label>
            <p className="volume__plan" id={`volume-${index}`}>
              <PlanInShort plan={plan} />
            </p>
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}

function PlanInShort({ plan: { title, value, period, otherPrice } }: { readonly plan: PlanInput }): ReactNode {
  return (
    <>
      <strong>{title}</strong>{' '}
      <span className={otherPrice === null ? undefined : 'plans__when--first'}>
        <strong>{value}</strong> {period}
      </span>
      {otherPrice === null ? null : (
        <span className="plans__when--second">
          <strong>{otherPrice.value}</strong> {otherPrice.period}
        </span>
      )}
    </>
  );
}

function Plan({ plan, level }: { readonly plan: PlanInput; readonly level: 2 | 3 }): ReactNode {
  const Title = level === 2 ? 'h2' : 'h3';
  const { value, period, otherPrice } = plan;
  return (
    <>
      <div className="plans__head">
        <Title className="plans__title">{plan.title}</Title>
        {plan.badge === null ? null : <p className="plans__badge">{plan.badge}</p>}
        {value === null ? null : <Price price={{ value, period }} when={otherPrice === null ? null : 'first'} />}
        {otherPrice === null ? null : <Price price={otherPrice} when="second" />}
        {plan.text === null ? null : <RichText html={plan.text} />}
      </div>
      <Points points={plan.points} />
      {plan.link === null ? null : <ButtonLink link={plan.link} />}
    </>
  );
}

/** A price of one period of billing, or of both. */
function Price({
  price: { value, period },
  when,
}: {
  readonly price: PriceInput;
  readonly when: 'first' | 'second' | null;
}): ReactNode {
  return (
    <div className={when === null ? undefined : `plans__when plans__when--${when}`}>
      <p className="plans__price">{value}</p>
      {period === null ? null : <p className="plans__period">{period}</p>}
    </div>
  );
}
