// Plans and prices. Plans that come first are part of the opening. The banner follows the plans, so that prices come first. A short second table has worked examples, which are drawn as bills.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { alignTable } from '../components/align-table.ts';
import { BannerPicture } from '../components/BannerPicture.tsx';
import { useWords } from '../contexts.ts';
import type { BannerInput, PricingProps, SectionInput } from '../page-input.ts';
import { AppMark } from '../screens/parts.tsx';
import { PlansSection, readVolume } from '../sections/PlansSection.tsx';
import { innerLevel, SectionFrame } from '../sections/SectionFrame.tsx';
import { Sections } from '../sections/Sections.tsx';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import './PricingPage.css';

export function PricingPage({ banner, sections, content, ...opening }: PricingProps): ReactNode {
  const afterPlans = sections.findIndex(({ kind }) => kind === 'plans') + 1;
  const [first] = sections;
  const tables = sections.filter((section) => section.kind === 'comparison');
  const bills = tables.find(({ rows }, index) => index > 0 && rows.length > 1 && rows.length <= MOST_BILLS) ?? null;
  const end = bills === null ? afterPlans : Math.max(afterPlans, sections.indexOf(bills));
  return (
    <>
      {first?.kind === 'plans' ? (
        <PlansSection section={first} opening={<MarketingOpening {...opening} />} />
      ) : (
        <>
          <MarketingOpening {...opening} />
          <Sections sections={sections.slice(0, afterPlans)} />
        </>
      )}
      {banner === null ? null : <PriceBanner banner={banner} />}
      <Sections sections={sections.slice(afterPlans, end)} />
      {bills === null ? null : <Bills section={bills} limits={readLimits(sections)} />}
      <MarketingBody sections={sections.slice(end).filter((section) => section !== bills)} content={content} />
    </>
  );
}

const MOST_BILLS = 3;

type Table = Extract<SectionInput, { readonly kind: 'comparison' }>;

/** The largest volume of each plan, as its stop is written. */
type Limits = ReadonlyMap<string, string>;

function readLimits(sections: readonly SectionInput[]): Limits {
  const plans = sections.flatMap((section) => (section.kind === 'plans' ? section.items : []));
  return new Map(plans.map(({ title, volumes }) => [title, volumes.at(-1) ?? '']));
}

/** Months with their plan, how the sum is made, and the bill. */
function Bills({ section, limits }: { readonly section: Table; readonly limits: Limits }): ReactNode {
  const { head, rows } = alignTable(section);
  const Title = innerLevel(section) === 2 ? 'h2' : 'h3';
  const { wordsLang, brand } = useWords();
  return (
    <SectionFrame section={section} className="band--raised">
      <ul className="screen-cards">
        {rows.map(([month = '', plan = '', ...cells]) => (
          <li className="screen" key={month}>
            <div className="screen__window">
              <p className="screen__bar">
                <AppMark />
                <b translate="no" lang={wordsLang}>
                  {brand}
                </b>
                <span className="screen__title">{plan}</span>
              </p>
              <div className="query close">
                <div>
                  {month === '' ? null : <Title className="pane__title">{month}</Title>}
                  <Volume month={month} limit={limits.get(plan) ?? ''} />
                </div>
                {cells.map((cell, index) => (
                  <p
                    className={index === cells.length - 1 ? 'pane__title plot__large screen__label' : 'screen__label'}
                    key={head[index + 2]}
                  >
                    {head[index + 2]} <b>{cell}</b>
                  </p>
                ))}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </SectionFrame>
  );
}

/** What the month used of its plan, and what went over; nothing if the words have no numbers. */
function Volume({ month, limit }: { readonly month: string; readonly limit: string }): ReactNode {
  const [used, most] = [readVolume(month), readVolume(limit)];
  if (used === 0 || most === 0) return null;
  const at = (volume: number) => `${(volume / Math.max(used, most)) * 100}%`;
  return (
    <svg className="plot" width="100%" height="50" aria-hidden="true">
      <rect className="tone--neutral" y="8" width="100%" height="16" rx="4" opacity="0.25" />
      {used > most ? <rect y="8" width="100%" height="16" rx="4" fill="#ff5a3c" /> : null}
      <rect className="is-kestrel" y="8" width={at(Math.min(used, most))} height="16" rx="4" />
      <line className="tone--neutral" x1={at(most)} x2={at(most)} y1="2" y2="30" strokeWidth="2" />
      <text x={at(most)} y="48" textAnchor="end">
        {limit}
      </text>
    </svg>
  );
}

function PriceBanner({ banner }: { readonly banner: BannerInput }): ReactNode {
  const picture = <BannerPicture banner={banner} alt={banner.alt} />;
  return (
    <div className="price-banner">
      {banner.href === null ? (
        picture
      ) : (
        <Anchor href={banner.href} isOuter={banner.isOuter}>
          {picture}
        </Anchor>
      )}
    </div>
  );
}
