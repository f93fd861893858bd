// The list of mentions: filters with counts, posts with tone, irony and copies.

import type { ReactNode } from 'react';
import { Bar, BRAND, Face, type Tone, useFigures } from './parts.tsx';
import { TrainScene } from './scenes.tsx';

export function MentionsScreen(): ReactNode {
  return (
    <div className="mentions">
      <Filters />
      <Posts />
    </div>
  );
}

const TOTAL = 1284;

function Filters(): ReactNode {
  const { t, number } = useFigures();
  const sources = [
    [t('section.screen.networks'), 611],
    [t('section.screen.reviews'), 342],
    [t('section.screen.forums'), 208],
    [t('section.screen.news'), 123],
  ] as const;
  return (
    <div className="mentions__filters">
      <div>
        <p className="screen__label">{t('section.screen.tone')}</p>
        <ToneFilters />
      </div>
      <div>
        <p className="screen__label">{t('section.screen.sources')}</p>
        <ul className="rows">
          {sources.map(([label, count]) => (
            <Filter key={label} label={label} count={number(count)} share={count / TOTAL} />
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The mentions of each tone. */
export function ToneFilters(): ReactNode {
  const { t, number } = useFigures();
  const tones = [
    [t('section.screen.positive'), 512, 'positive'],
    [t('section.screen.neutral'), 617, 'neutral'],
    [t('section.screen.negative'), 94, 'negative'],
    [t('section.screen.unclear'), 61, 'unclear'],
  ] as const;
  return (
    <ul className="rows">
      {tones.map(([label, count, tone]) => (
        <Filter key={tone} label={label} count={number(count)} share={count / TOTAL} tone={tone} />
      ))}
    </ul>
  );
}

interface FilterProps {
  readonly label: string;
  readonly count: string;
  readonly share: number;
  readonly tone?: Tone;
}

function Filter({ label, count, share, tone }: FilterProps): ReactNode {
  return (
    <li>
      <span className={tone === undefined ? undefined : `tone tone--${tone}`}>{label}</span> <b>{count}</b>
      <Bar share={share} tone={tone ?? 'accent'} />
    </li>
  );
}

function Posts(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="mentions__list">
      <ul className="screen__chips">
        <li className="chip chip--on">
          {t('section.screen.all')} <b>{number(TOTAL)}</b>
        </li>
        <li className="chip">
          {t('section.screen.withPicture')} <b>{number(412)}</b>
        </li>
        <li className="chip">
          {t('section.screen.newLid')} <b>{number(61)}</b>
        </li>
      </ul>
      <ul className="posts">
        <TravellerPost />
        <NursePost />
        <WalkerPost />
        <PaperPost />
      </ul>
    </div>
  );
}

/** A post whose picture shows the flask, which its text does not mention. `isBare`: the picture is beside it. */
export function TravellerPost({ isBare = false }: { readonly isBare?: boolean }): ReactNode {
  const { t, percent } = useFigures();
  return (
    <Post
      face={0}
      name={t('section.screen.traveller')}
      from={t('section.screen.travellerFrom')}
      text={t('section.screen.travellerSays')}
      tone="negative"
      picture={isBare ? undefined : <TrainScene />}
    >
      {isBare ? null : (
        <span className="chip chip--found">
          {BRAND} {percent(0.97)}
        </span>
      )}
      <span className="chip">{t('section.screen.noName')}</span>
    </Post>
  );
}

export function NursePost(): ReactNode {
  const { t } = useFigures();
  return (
    <Post
      face={1}
      name={t('section.screen.nurse')}
      from={t('section.screen.nurseFrom')}
      text={t('section.screen.nurseSays')}
      tone="positive"
    >
      <span className="chip">{t('section.screen.nurseTag')}</span>
    </Post>
  );
}

/** A post that means the opposite of what it says, perhaps. */
export function WalkerPost(): ReactNode {
  const { t } = useFigures();
  return (
    <Post
      face={2}
      name={t('section.screen.walker')}
      from={t('section.screen.walkerFrom')}
      text={t('section.screen.walkerSays')}
      tone="unclear"
    >
      <span className="chip chip--warm">{t('section.screen.irony')}</span>
    </Post>
  );
}

/** A story of an agency, with its copies. */
export function PaperPost(): ReactNode {
  const { t } = useFigures();
  return (
    <Post
      face={3}
      name={t('section.screen.paper')}
      from={t('section.screen.paperFrom')}
      text={t('section.screen.paperSays')}
      tone="neutral"
    >
      <span className="chip">{t('section.screen.folded')}</span>
    </Post>
  );
}

interface PostProps {
  readonly face: number;
  readonly name: string;
  readonly from: string;
  readonly text: string;
  readonly tone: Tone;
  readonly picture?: ReactNode;
  /** Its tags. */
  readonly children: ReactNode;
}

function Post({ face, name, from, text, tone, picture, children }: PostProps): ReactNode {
  const { t } = useFigures();
  const tones = {
    positive: t('section.screen.positiveOne'),
    neutral: t('section.screen.neutralOne'),
    negative: t('section.screen.negativeOne'),
    unclear: t('section.screen.unclearOne'),
  };
  return (
    <li className="post">
      <Face number={face} />
      <div className="post__body">
        <p className="post__head">
          <b>{name}</b> <span>{from}</span>
        </p>
        <p>{text}</p>
        <p className="screen__chips">
          <span className={`tone tone--${tone}`}>{tones[tone]}</span>
          {children}
        </p>
      </div>
      {picture === undefined ? null : <div className="post__picture">{picture}</div>}
    </li>
  );
}
