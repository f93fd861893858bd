// Plans in columns: name, price, features and link. Radio buttons and the stylesheet switch between two billing periods, and
// make a slider from mentions a month to the plan that covers them, which then stands out. Both work without JavaScript.

import { Fragment, type ReactNode } from 'react';
import { Points } from '../components/Points.tsx';
import { RichText } from '../components/RichText.tsx';
import { useWords } from '../contexts.ts';
import type { PlanInput, PriceInput } from '../page-input.ts';
import { ButtonLink, innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './PlansSection.css';

interface PlansSectionProps extends SectionProps<'plans'> {
  /** The opening of the page, if the plans are part of it: on a dark ground, which the plans leave. */
  readonly opening?: ReactNode;
}

export function PlansSection({ section, opening = null }: PlansSectionProps): ReactNode {
  const hasSlider = section.items.some(({ volumes }) => volumes.length > 0);
  const { title, text, link } = section;
  const body = (
    <>
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
    </>
  );
  if (opening === null) return <SectionFrame section={section}>{body}</SectionFrame>;
  return (
    <section className="section section--plans split poster" id={section.id ?? undefined}>
      {opening}
      {title === null ? null : <h2 className="visually-hidden">{title}</h2>}
      <div>
        {text === null ? null : <RichText html={text} />}
        {link === null ? null : <ButtonLink link={link} />}
      </div>
      {body}
    </section>
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
  const most = Math.max(...stops.map(({ volume }) => readVolume(volume) / 1000));
  const chosen = best === -1 ? stops.findLastIndex(({ number }) => number === stops[0]?.number) : best;
  return (
    <fieldset className="volume">
      <legend>
        {t('section.volume')} <small>{t('section.volumeDot').replaceAll(' ', '\u00a0')}</small>
      </legend>
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
              <Dots thousands={readVolume(volume) / 1000} most={most} />
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

/** A field of dots, one for a thousand; a pale one without end if the words have no number. */
function Dots({ thousands, most }: { readonly thousands: number; readonly most: number }): ReactNode {
  if (most < 1) return null;
  const step = 112 / Math.ceil(Math.sqrt(most));
  const dots = thousands === 0 ? most : Math.round(thousands);
  const width = Math.ceil(Math.sqrt(dots));
  const rows = Array.from({ length: Math.ceil(dots / width) }, (_, row) => ({
    y: (row + 0.5) * step,
    count: Math.min(width, dots - row * width),
  }));
  return (
    <svg
      viewBox="0 -8 120 124"
      width="100%"
      stroke="currentColor"
      strokeWidth={step * 0.66}
      strokeLinecap="round"
      aria-hidden="true"
    >
      {rows.map(({ y, count }, row) => (
        <path
          key={y}
          d={`M${60 - ((width - 1) * step) / 2} ${y}h${(count - 1) * step + 0.1}`}
          strokeDasharray={`0 ${step}`}
          opacity={thousands === 0 ? 1 - row / rows.length : undefined}
        />
      ))}
    </svg>
  );
}

/** '23,000' and '23 mil' are 23000; other words are 0. */
export function readVolume(words: string): number {
  const [, digits = '', thousand] = /^(\d[\d.,\s]*)(mil\b)?/.exec(words) ?? [];
  return Number(digits.replace(/\D/g, '')) * (thousand === undefined ? 1 : 1000);
}

function PlanInShort({ plan: { title, value, period, otherPrice } }: { readonly plan: PlanInput }): ReactNode {
  return (
    <>
      <strong>{title}</strong> <br />
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
        <Title className="plans__title items__title">{plan.title}</Title>
        {plan.badge === null ? null : <p className="plans__badge">{plan.badge}</p>}
        {value === null ? null : <Price price={{ value, period }} when={otherPrice === null ? null : 'first'} />}
        {otherPrice === null ? null : <Price price={otherPrice} when="second" />}
        {plan.text === null ? null : <RichText html={plan.text} />}
      </div>
      {plan.link === null ? null : <ButtonLink link={plan.link} />}
      <Points points={plan.points} />
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
