// The list of mentions: filters with counts, posts with tone, irony and copies.

import type { ReactNode } from 'react';
import { Bar, BRAND, Face, HOTELS, type Tone, useFigures } from './parts.tsx';
import { TrainScene } from './scenes.tsx';
import { PoolScene } from './stays.tsx';

/** Counts by tone (positive, neutral, negative, unclear) and by source (networks, reviews, forums, news). */
interface Counts {
  readonly total: number;
  readonly tones: readonly [number, number, number, number];
  readonly sources: readonly [number, number, number, number];
}

export const KESTREL: Counts = { total: 1284, tones: [512, 624, 94, 54], sources: [611, 342, 208, 123] };
/** Eleven weeks of a chain of hotels. */
const OLEANDER: Counts = { total: 2310, tones: [1204, 782, 213, 111], sources: [702, 1236, 240, 132] };

export function MentionsScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <List
      counts={KESTREL}
      chips={[
        [t('section.screen.withPicture'), 412],
        [t('section.screen.newLid'), 61],
      ]}
    >
      <TravellerPost />
      <NursePost />
      <WalkerPost />
      <PaperPost />
    </List>
  );
}

/** The list of a chain of hotels: one tile of one pool, which hardly anybody names. */
export function StaysScreen(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <List
      counts={OLEANDER}
      chips={[
        [t('section.screen.pool'), 318],
        [t('section.screen.tile'), 64],
      ]}
    >
      <Post
        face={1}
        name="marta.viaja"
        from={t('section.screen.guestOneFrom')}
        text={t('section.screen.guestOneSays')}
        tone="neutral"
        picture={<PoolScene />}
      >
        <span className="chip chip--found">
          {HOTELS} {percent(0.95)}
        </span>
        <span className="chip chip--warm">{t('section.screen.tile')}</span>
      </Post>
      <Post
        face={0}
        name="Jens P."
        from={t('section.screen.guestTwoFrom')}
        text={t('section.screen.guestTwoSays')}
        tone="unclear"
      >
        <span className="chip chip--warm">{t('section.screen.irony')}</span>
      </Post>
      <Post
        face={3}
        name="nana_on_tour"
        from={t('section.screen.guestThreeFrom')}
        text={t('section.screen.guestThreeSays')}
        tone="positive"
      >
        <span className="chip">{t('section.screen.breakfast')}</span>
      </Post>
    </List>
  );
}

interface ListProps {
  readonly counts: Counts;
  readonly chips: readonly (readonly [string, number])[];
  /** The posts. */
  readonly children: ReactNode;
}

function List({ counts, chips, children }: ListProps): ReactNode {
  const { t, number } = useFigures();
  const { total } = counts;
  return (
    <div className="mentions">
      <div className="mentions__filters">
        <div>
          <p className="screen__label">{t('section.screen.tone')}</p>
          <ToneFilters {...counts} />
        </div>
        <div>
          <p className="screen__label">{t('section.screen.sources')}</p>
          <SourceFilters {...counts} />
        </div>
      </div>
      <div className="mentions__list">
        <ul className="screen__chips">
          <li className="chip chip--on">
            {t('section.screen.all')} <b>{number(total)}</b>
          </li>
          {chips.map(([label, count]) => (
            <li className="chip" key={label}>
              {label} <b>{number(count)}</b>
            </li>
          ))}
        </ul>
        <ul className="posts">{children}</ul>
      </div>
    </div>
  );
}

/** The mentions of each kind of source. */
export function SourceFilters({ total, sources }: Pick<Counts, 'total' | 'sources'>): ReactNode {
  const { t } = useFigures();
  const labels = [
    t('section.screen.networks'),
    t('section.screen.reviews'),
    t('section.screen.forums'),
    t('section.screen.news'),
  ];
  return (
    <ul className="rows">
      {labels.map((label, index) => (
        <Filter key={label} label={label} count={sources[index] ?? 0} total={total} />
      ))}
    </ul>
  );
}

/** The mentions of each tone. */
export function ToneFilters({ total, tones }: Pick<Counts, 'total' | 'tones'>): ReactNode {
  const { t } = useFigures();
  const [positive, neutral, negative, unclear] = tones;
  const rows = [
    [t('section.screen.positive'), positive, 'positive'],
    [t('section.screen.neutral'), neutral, 'neutral'],
    [t('section.screen.negative'), negative, 'negative'],
    [t('section.screen.unclear'), unclear, 'unclear'],
  ] as const;
  return (
    <ul className="rows">
      {rows.map(([label, count, tone]) => (
        <Filter key={tone} label={label} count={count} total={total} tone={tone} />
      ))}
    </ul>
  );
}

interface FilterProps {
  readonly label: string;
  readonly count: number;
  readonly total: number;
  readonly tone?: Tone;
}

function Filter({ label, count, total, tone }: FilterProps): ReactNode {
  const { number } = useFigures();
  return (
    <li>
      <span className={tone === undefined ? undefined : `tone tone--${tone}`}>{label}</span> <b>{number(count)}</b>
      <Bar share={count / total} tone={tone ?? 'accent'} />
    </li>
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
      face={null}
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
  /** Null for a newspaper. */
  readonly face: number | null;
  readonly name: string;
  readonly from: string;
  readonly text: string;
  readonly tone: Tone;
  readonly picture?: ReactNode;
  /** Its tags. */
  readonly children: ReactNode;
}

/** A newspaper in place of a face. */
function FrontPage(): ReactNode {
  return (
    <svg className="face" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill="#d9e4ff" />
      <path d="M9 7H23V25H9Z" fill="#ffffff" />
      <path d="M11 10.5H21" stroke="#101b3b" strokeWidth="3" />
      <path d="M11 14H15.5V18H11Z" fill="#ff7a5f" />
      <path d="M17.5 14.7H21M17.5 17.3H21M11 20.3H21M11 22.7H18" stroke="#76819f" strokeWidth="1.3" />
    </svg>
  );
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
      {face === null ? <FrontPage /> : <Face number={face} />}
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
