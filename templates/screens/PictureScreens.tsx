// One picture of the inbox, close: a find that no text names, a match that a person decides, and what a frame of a match is worth.

import type { ReactNode } from 'react';
import { LumenMark } from './belt.tsx';
import { Plot } from './FigureScreens.tsx';
import { Bar, BRAND, useFigures } from './parts.tsx';
import { BoardScene, FairScene, TrainScene } from './scenes.tsx';
import { BeachScene, BlanketScene, HaldenMark } from './snacks.tsx';
import { PictureFacts } from './VisualScreen.tsx';

export function FoundScreen(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <Found
      text={t('section.screen.travellerSays')}
      from={t('section.screen.travellerFrom')}
      match={`${BRAND} ${percent(0.97)}`}
    >
      <TrainScene />
      <PictureFacts size={16} sharpness={30} />
    </Found>
  );
}

export function BeachScreen(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <Found text={t('section.screen.beachSays')} from={t('section.screen.beachFrom')} match={`Halden ${percent(0.96)}`}>
      <BeachScene />
      <PictureFacts size={18} sharpness={32} />
    </Found>
  );
}

interface FoundProps {
  readonly text: string;
  readonly from: string;
  readonly match: string;
  /** The picture and its facts. */
  readonly children: readonly [ReactNode, ReactNode];
}

function Found({ text, from, match, children: [picture, facts] }: FoundProps): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close photo pane">
      {picture}
      <p className="photo__text">{text}</p>
      <p className="screen__chips">
        <span className="chip chip--found">{match}</span>
        <span className="chip">{t('section.screen.noName')}</span>
        <small>{from}</small>
      </p>
      {facts}
    </div>
  );
}

/** Narrow: from top to bottom. Across a page: the picture beside its marks. */
export function DoubtScreen(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <div className="close photo doubt pane">
      <BlanketScene />
      <p className="photo__text">{t('section.screen.doubtReason')}</p>
      <dl className="photo__marks">
        <div>
          <dt>{t('section.screen.doubtOnFile')}</dt>
          <dd>
            <Mark pairs={5} />
          </dd>
        </div>
        <div>
          <dt>{t('section.screen.doubtSeen')}</dt>
          <dd>
            <Mark pairs={4} />
          </dd>
        </div>
      </dl>
      <p className="screen__chips">
        <span className="chip chip--warm">{percent(0.58)}</span> <small>{t('section.screen.doubtFrom')}</small>
      </p>
      <p className="channel__buttons">
        <b>{t('section.screen.doubtFake')}</b>
        <b>{t('section.screen.doubtOurs')}</b>
        <b>{t('section.screen.doubtLater')}</b>
      </p>
    </div>
  );
}

/** The points of a frame, out of those that size, sharpness and company can bring. */
const POINTS = [
  ['section.screen.size', 'section.screen.exposureSize', 23, 40],
  ['section.screen.sharpness', 'section.screen.exposureSharpness', 31, 35],
  ['section.screen.company', 'section.screen.exposureCompany', 5, 25],
] as const;

export function ExposureScreen(): ReactNode {
  const { t } = useFigures();
  const sumOf = (points: readonly number[]) => points.reduce((sum, n) => sum + n, 0);
  return (
    <div className="close photo doubt words pane">
      <BoardScene fill="#ffffff">
        <LumenMark x={120} y={97} width={62} />
      </BoardScene>
      <p className="photo__text">
        {t('section.screen.exposureSum', {
          n: sumOf(POINTS.map(([, , points]) => points)),
          all: sumOf(POINTS.map(([, , , most]) => most)),
        })}
      </p>
      <Plot height={18}>
        <rect fill="currentColor" opacity="0.12" width="100%" height="18" rx="4" />
        {POINTS.map(([name, , points], part) => (
          <rect
            key={name}
            className="is-kestrel"
            x={`${sumOf(POINTS.slice(0, part).map(([, , before]) => before))}%`}
            width={`${points - 0.4}%`}
            height="18"
            rx="4"
          />
        ))}
      </Plot>
      <ul className="rows">
        {POINTS.map(([name, question, points, most]) => (
          <li key={name}>
            <strong>{t(name)}</strong> <strong>{t('section.screen.queryPassed', { passed: points, all: most })}</strong>
            <Bar share={points / most} />
            <small>{t(question)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function FairScreen(): ReactNode {
  const { t, brand, percent } = useFigures();
  const sure = [
    [t('section.screen.fairCart'), 0.98],
    [t('section.screen.fairSponsor'), 0.95],
    [t('section.screen.fairDog'), 0.91],
  ] as const;
  return (
    <div className="close photo pane">
      <FairScene />
      <p className="photo__text">{t('section.screen.fairText')}</p>
      <p className="screen__chips">
        {sure.map(([logo, match]) => (
          <span className="chip chip--found" key={logo}>
            {logo} {percent(match)}
          </span>
        ))}
        <span className="chip chip--warm">
          {brand} {percent(0.64)}
        </span>
        <small>{t('section.screen.decide')}</small>
      </p>
    </div>
  );
}

function Mark({ pairs }: { readonly pairs: number }): ReactNode {
  return (
    <svg viewBox="0 0 120 48" aria-hidden="true">
      <rect width="120" height="48" rx="8" fill="#fff6e0" />
      <HaldenMark x={60} y={24} width={88} pairs={pairs} />
    </svg>
  );
}
