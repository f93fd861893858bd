// A question to a market: shares of the answers, each with its interval; and close, the sample, what a form did not ask, and the first
// page of a study.

import type { ReactNode } from 'react';
import { Labels, Plot } from './FigureScreens.tsx';
import { Bar, Quotes, useFigures } from './parts.tsx';
import { Tests } from './QueryScreen.tsx';

/** The scale of the chart ends here. */
const MOST = 40;

export function ResearchScreen(): ReactNode {
  const { t, percent } = useFigures();
  const answers = [
    [t('section.screen.wantHot'), 34, 3.8],
    [t('section.screen.wantLid'), 27, 3.6],
    [t('section.screen.wantCar'), 18, 3.1],
    [t('section.screen.wantParts'), 14, 2.8],
    [t('section.screen.wantColour'), 7, 2],
  ] as const;
  return (
    <div className="research pane">
      <p className="pane__title">{t('section.screen.researchQuestion')}</p>
      <ul className="rows">
        {answers.map(([answer, share, margin]) => (
          <li key={answer}>
            <span>{answer}</span>
            <b>{percent(share / 100)}</b>
            <Interval share={share} margin={margin} />
          </li>
        ))}
      </ul>
      <p className="research__basis tone tone--positive">{t('section.screen.basis')}</p>
    </div>
  );
}

/** A share as a bar, and the whiskers of its interval. */
function Interval({ share, margin }: { readonly share: number; readonly margin: number }): ReactNode {
  const at = (value: number) => Math.round((value / MOST) * 3000) / 10;
  return (
    <svg className="interval" viewBox="0 0 300 20" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar__ground" y="5" width="300" height="10" />
      <rect className="bar__share" y="5" width={at(share)} height="10" />
      <path
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        d={`M${at(share - margin)} 10H${at(share + margin)}M${at(share - margin)} 3V17M${at(share + margin)} 3V17`}
      />
    </svg>
  );
}

/** From all posts that were found to those that were read. */
export function SampleScreen(): ReactNode {
  const { t } = useFigures();
  const steps = [
    [t('section.screen.sampleFound'), 4180],
    [t('section.screen.sampleCopies'), 2260],
    [t('section.screen.sampleShops'), 1020],
    [t('section.screen.sampleRead'), 600],
  ] as const;
  return (
    <div className="close query">
      <Funnel steps={steps} />
      <Tests title={t('section.screen.sampleMissing')}>
        <li className="test test--lost">{t('section.screen.sampleMissingOne')}</li>
        <li className="test test--lost">{t('section.screen.sampleMissingTwo')}</li>
        <li className="test test--lost">{t('section.screen.sampleMissingThree', { n: 31 })}</li>
      </Tests>
      <p className="query__verdict">{t('section.screen.sampleVerdict')}</p>
    </div>
  );
}

/** How many of something are left after each step, as bars of the first. */
function Funnel({ steps }: { readonly steps: readonly (readonly [string, number])[] }): ReactNode {
  const { number } = useFigures();
  const most = steps[0]?.[1] ?? 1;
  return (
    <ul className="rows">
      {steps.map(([label, left], index) => (
        <li key={label}>
          {label} <b>{number(left)}</b>
          <Bar share={left / most} tone={index === steps.length - 1 ? 'accent' : 'neutral'} />
        </li>
      ))}
    </ul>
  );
}

/** The shares of {@link ResearchScreen}, of which the form of a survey had three. */
export function UnaskedScreen(): ReactNode {
  const { t, percent } = useFigures();
  const answer = (text: string, share: number, state = '') => (
    <li className={`test${state}`} key={text}>
      {text} <b>{percent(share)}</b>
    </li>
  );
  return (
    <div className="close query">
      <p className="pane__title">{t('section.screen.researchQuestion')}</p>
      <Tests title={t('section.screen.unaskedForm')}>
        {answer(t('section.screen.wantHot'), 0.34)}
        {answer(t('section.screen.wantCar'), 0.18)}
        {answer(t('section.screen.wantColour'), 0.07)}
      </Tests>
      <Tests title={t('section.screen.unaskedOpen')}>
        {answer(t('section.screen.wantLid'), 0.27, ' test--lost')}
        {answer(t('section.screen.wantParts'), 0.14, ' test--lost')}
      </Tests>
      <p className="query__verdict">{t('section.screen.unaskedVerdict', { share: percent(0.41) })}</p>
    </div>
  );
}

/** The first page of a study. */
export function StudyScreen(): ReactNode {
  const { t, number } = useFigures();
  const reasons = [t('section.screen.pageOne'), t('section.screen.pageTwo'), t('section.screen.pageThree')];
  const counts = t('section.screen.pageCounts').split(' ').map(Number);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (
    <div className="close query">
      <p>{t('section.screen.studyTwoAsks')}</p>
      <p className="photo__text">{t('section.screen.pageLine')}</p>
      <div>
        <p className="screen__label">{t('section.screen.pageReasons')}</p>
        <ul className="rows">
          {reasons.map((reason, index) => (
            <li key={reason}>
              {reason} <b>{number(counts[index] ?? 0)}</b>
              <Bar share={(counts[index] ?? 0) / all} tone={index === 0 ? 'negative' : 'neutral'} />
            </li>
          ))}
        </ul>
      </div>
      <div>
        <Quotes posts={[[t('section.screen.pagePost'), t('section.screen.pagePostFrom')]]} />
      </div>
      <p className="query__verdict">{t('section.screen.pageMethod')}</p>
    </div>
  );
}

/** The first week of a study: posts that its query finds, and one that it leaves out. */
export function WeekQueryPiece(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="piece">
      <div className="piece__sheet query">
        <Tests title={t('section.screen.researchQuestion')}>
          <li className="test">{t('section.screen.answersLid')}</li>
          <li className="test">{t('section.screen.answersParts')}</li>
          <li className="test test--lost">{t('section.screen.queryPostSix')}</li>
        </Tests>
      </div>
    </div>
  );
}

/** The second week: what was read, counted. */
export function WeekListPiece(): ReactNode {
  const { t, percent } = useFigures();
  const answers = [
    [t('section.screen.wantHot'), 0.34, 'accent'],
    [t('section.screen.wantLid'), 0.27, 'negative'],
    [t('section.screen.wantCar'), 0.18, 'accent'],
  ] as const;
  return (
    <div className="piece">
      <ul className="piece__sheet pane">
        {answers.map(([answer, share, tone]) => (
          <li key={answer}>
            {answer} <b>{percent(share)}</b>
            <Bar share={share / 0.4} tone={tone} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The third week: the first page of the report. */
export function WeekPagePiece(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <div className="piece">
      <div className="piece__sheet piece__sheet--pile pane">
        <p className="photo__text">{t('section.screen.unaskedVerdict', { share: percent(0.41) })}</p>
      </div>
    </div>
  );
}

/** Topics of a hundred posts as each coder sorted them, and the twenty that the second one put elsewhere. */
const TOPICS = ['is-kestrel', 'is-norda', 'stack--3', 'tone--neutral'] as const;
const SORTED = Array.from({ length: 100 }, (_, post) => {
  const first = (post * 7 + Math.floor(post / 9)) % TOPICS.length;
  return { post, first, second: (post * 37 + 11) % 100 < 20 ? (first + 1 + (post % 3)) % TOPICS.length : first };
});

/** Two people sort the same hundred posts. */
export function AgreementFigure(): ReactNode {
  const { t } = useFigures();
  return (
    <>
      <Labels start={t('section.screen.coderFirst')} end={t('section.screen.coderSame')} />
      <Plot height={158}>
        {SORTED.map(({ post, first, second }) => {
          const at = { x: `${post + 0.1}%`, width: '0.8%', height: 60, rx: 2 };
          return (
            <g key={post} opacity={first === second ? 0.4 : 1}>
              <rect className={`stack ${TOPICS[first]}`} {...at} />
              <rect className={`stack ${TOPICS[second]}`} {...at} y="94" />
              {first === second ? null : (
                <line
                  className="tone--negative"
                  x1={`${post + 0.5}%`}
                  x2={`${post + 0.5}%`}
                  y1="64"
                  y2="90"
                  strokeWidth="3"
                />
              )}
            </g>
          );
        })}
      </Plot>
      <p className="screen__label">{t('section.screen.coderSecond')}</p>
      <p className="pane__title">{t('section.screen.coderDoubts')}</p>
    </>
  );
}
