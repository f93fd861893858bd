// Small pieces of the product for cards: a post, a sentence with its source, a picture. They have no window of their own.

import type { ReactNode } from 'react';
import { Hours, Interests, Places, WordPairs } from './AudienceScreen.tsx';
import { Moves, Stack } from './CompetitorsScreen.tsx';
import { Sentence, Source } from './CopilotScreen.tsx';
import { MastScene, RucksackScene, SauceScene, StreetScene } from './case-scenes.tsx';
import { Plot } from './FigureScreens.tsx';
import { Volume } from './HealthScreen.tsx';
import { OtherQuestions } from './LaunchScreen.tsx';
import { KESTREL, PaperPost, ToneFilters, WalkerPost } from './MentionsScreen.tsx';
import { BluesScene, FlagScene, RoundScene } from './misses.tsx';
import { AppMark, BANK, Bar, BRAND, Face, Quotes, useFigures } from './parts.tsx';
import { PegScene } from './peg.tsx';
import { TestPost, Tests } from './QueryScreen.tsx';
import { BoardScene, MarksScene, PicnicScene, ReturnScene, ShelfScene, ShoulderScene, StallScene } from './scenes.tsx';
import { CampScene, LampScene } from './snacks.tsx';

interface PieceProps {
  readonly children: ReactNode;
}

/** A sheet of paper on the ground of the card. */
function Sheet({ isPile = false, children }: PieceProps & { readonly isPile?: boolean }): ReactNode {
  return (
    <div className="piece">
      <div className={isPile ? 'piece__sheet piece__sheet--pile' : 'piece__sheet'}>{children}</div>
    </div>
  );
}

export function IronyPiece(): ReactNode {
  return (
    <Sheet>
      <ul className="posts">
        <WalkerPost />
      </ul>
    </Sheet>
  );
}

export function CopiesPiece(): ReactNode {
  return (
    <Sheet isPile>
      <ul className="posts">
        <PaperPost />
      </ul>
    </Sheet>
  );
}

/** A reply that makes sense only below its question. */
export function ReplyPiece(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="piece pane">
      <div className="message">
        <Face number={3} />
        <p className="message__body piece__said">{t('section.screen.replyQuestion')}</p>
      </div>
      <p className="copilot__question">{t('section.screen.replyAnswer')}</p>
    </div>
  );
}

export function TonesPiece(): ReactNode {
  return (
    <Sheet>
      <div className="pane">
        <ToneFilters {...KESTREL} />
      </div>
    </Sheet>
  );
}

/** The address of a post. */
const ADDRESS = 'forum.example/t/4711#12';

/** What is kept of a post, and what is not. */
export function OriginalPiece(): ReactNode {
  const { t } = useFigures();
  return (
    <Sheet>
      <div className="pane">
        <code>{ADDRESS}</code>
        <ul className="rows">
          <li className="test">{t('section.screen.originalKept')}</li>
          <li className="test test--lost">{t('section.screen.originalNot')}</li>
        </ul>
      </div>
    </Sheet>
  );
}

/** The brand and its namesakes. */
export function NamesakePiece(): ReactNode {
  const { t } = useFigures();
  return (
    <Sheet>
      <div className="close query">
        <Tests title={t('section.screen.queryMust')}>
          <TestPost text={t('section.screen.queryPostTwo')} />
        </Tests>
        <Tests title={t('section.screen.queryMustNot')}>
          <TestPost text={t('section.screen.queryPostSix')} isOut />
        </Tests>
      </div>
    </Sheet>
  );
}

/** How people write the brand, in two alphabets. */
const SPELLINGS = [
  'kestrl',
  'Кестрел',
  'Kestrell',
  '#kestrel',
  'Кестрель',
  'kestral',
  'Кестрил',
  '@kestrel',
  'КЕСТРЕЛ',
];

export function SpellingsPiece(): ReactNode {
  return (
    <div className="piece pane">
      <ul className="screen__chips piece__cloud">
        <li className="chip chip--on">{BRAND}</li>
        {SPELLINGS.map((spelling) => (
          <li className="chip" key={spelling}>
            {spelling}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Tags, each with the person who acts on it. */
export function OwnersPiece(): ReactNode {
  const { t, number } = useFigures();
  const tags = [
    [t('section.screen.newLid'), t('section.screen.dana'), 61],
    [t('section.screen.repairs'), t('section.screen.sam'), 214],
    [t('section.screen.nurseTag'), t('section.screen.dana'), 38],
  ] as const;
  return (
    <Sheet>
      <ul className="pane">
        {tags.map(([tag, owner, count], index) => (
          <li className="message" key={tag}>
            <Face number={index % 2} />
            <span className="message__body">
              <b>{tag}</b> <small>{owner}</small>
            </span>
            <span className="chip">{number(count)}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** A sentence of an answer with its source. */
export function CitedPiece(): ReactNode {
  const { t } = useFigures();
  return (
    <Sheet>
      <div className="pane">
        <p className="copilot__answer">
          <Sentence number={2} text={t('section.screen.askedGlovesAnswer')} />
        </p>
        <Source number={2} name={t('section.screen.quoteTwo')} quote={t('section.screen.askedGlovesFrom')} />
      </div>
    </Sheet>
  );
}

/** A question with too few posts for an answer. */
export function RefusedPiece(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="piece pane">
      <p className="copilot__question">{t('section.screen.refusalQuestion')}</p>
      <div className="message">
        <AppMark />
        <p className="message__body piece__said">{t('section.screen.refusalAnswer')}</p>
      </div>
    </div>
  );
}

export function VolumePiece(): ReactNode {
  return (
    <Sheet>
      <div className="pane">
        <Volume />
      </div>
    </Sheet>
  );
}

/** Four brands in the colours of their shares. */
const SHARED = [
  [BRAND, 'is-kestrel'],
  ['Norda', 'is-norda'],
  ['Thermel', 'stack--3'],
  ['Pico', 'tone--neutral'],
] as const;

export function SharesPiece(): ReactNode {
  return (
    <Sheet>
      <div className="pane">
        <p className="screen__label">
          {SHARED.map(([brand, tone]) => (
            <span key={brand} className={`tone ${tone}`}>
              {brand}
            </span>
          ))}
        </p>
        <Stack />
      </div>
    </Sheet>
  );
}

export function MovesPiece(): ReactNode {
  return (
    <Sheet>
      <div className="pane">
        <Moves />
      </div>
    </Sheet>
  );
}

export function InterestsPiece(): ReactNode {
  return (
    <Sheet>
      <div className="pane">
        <Interests />
      </div>
    </Sheet>
  );
}

export function HoursPiece(): ReactNode {
  return (
    <Sheet>
      <div className="pane">
        <Hours />
      </div>
    </Sheet>
  );
}

export function PlacesPiece(): ReactNode {
  return (
    <Sheet>
      <div className="pane">
        <Places />
      </div>
    </Sheet>
  );
}

export function WordPiece(): ReactNode {
  return (
    <Sheet>
      <div className="close words pane">
        <WordPairs count={1} />
      </div>
    </Sheet>
  );
}

export function VoicePiece(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <Sheet>
      <div className="close voice pane">
        <p className="screen__label">{t('section.screen.customersAnswer')}</p>
        <ul className="rows">
          <li>
            {t('section.screen.voiceOne')} <b>{percent(0.38)}</b>
            <Bar share={0.38} />
          </li>
          <li>
            {t('section.screen.voiceBus')} <b>{percent(0.22)}</b>
            <Bar share={0.22} />
          </li>
          <li>
            {t('section.screen.voiceDoctor')} <b>{percent(0.01)}</b>
            <Bar share={0.01} tone="neutral" />
          </li>
        </ul>
      </div>
    </Sheet>
  );
}

/** What somebody with few followers is asked, next to somebody with many. */
export function PlumberPiece(): ReactNode {
  const { t, number } = useFigures();
  const rows = [
    [t('section.screen.profileThree'), 140],
    [t('section.screen.profileOne'), 11],
  ] as const;
  return (
    <Sheet>
      <div className="close voice pane">
        <p className="screen__label">{t('section.screen.voiceQuestions')}</p>
        <ul className="rows">
          {rows.map(([name, asked], index) => (
            <li key={name}>
              {name} <b>{number(asked)}</b>
              <Bar share={asked / 140} tone={index === 0 ? 'accent' : 'neutral'} />
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

export function QuestionsPiece(): ReactNode {
  return (
    <Sheet>
      <div className="pane">
        <OtherQuestions />
      </div>
    </Sheet>
  );
}

/** What a customer of a rival likes. */
export function PraisePiece(): ReactNode {
  const { t } = useFigures();
  return (
    <Sheet>
      <div className="pane">
        <Quotes posts={[[t('section.screen.switchPostTwo'), t('section.screen.switchFromTwo')]]} />
      </div>
    </Sheet>
  );
}

/** What a brand calls it, and what its customers wrote. */
export function PaintPiece(): ReactNode {
  const { t } = useFigures();
  return (
    <Sheet>
      <div className="close words pane">
        <p>
          <del>{t('section.screen.paintOurs')}</del>
        </p>
        <p className="pane__title">{t('section.screen.paintTheirs')}</p>
      </div>
    </Sheet>
  );
}

export function PeggedPiece(): ReactNode {
  return (
    <div className="piece piece--picture">
      <PegScene />
    </div>
  );
}

export function ReturnedPiece(): ReactNode {
  return (
    <div className="piece piece--picture">
      <ReturnScene />
    </div>
  );
}

/** How much a rival answers. */
export function SilencePiece(): ReactNode {
  const { t, number } = useFigures();
  return (
    <Sheet>
      <div className="pane">
        <p className="pane__title">{t('section.screen.silenceLongest', { n: 27 })}</p>
        <Plot height={30}>
          <rect width="100%" height="6" rx="3" fill="currentColor" opacity="0.12" />
          <rect className="tone--negative" width={`${(27 / 48) * 100}%`} height="6" rx="3" />
          <line x1="50%" x2="50%" y1="0" y2="12" />
          <text x="50%" y="28" textAnchor="middle">
            {number(24)}
          </text>
        </Plot>
        <p>{t('section.screen.silenceQuestion')}</p>
      </div>
    </Sheet>
  );
}

/** A picture with what was recognised in it. */
function Picture({
  found,
  isDoubt = false,
  children,
}: PieceProps & { readonly found: string; readonly isDoubt?: boolean }) {
  return (
    <div className="piece piece--picture">
      {children}
      <p className={isDoubt ? 'chip chip--warm' : 'chip chip--found'}>{found}</p>
    </div>
  );
}

function useMatch(): (share: number) => string {
  const { percent } = useFigures();
  return (share) => `${BRAND} ${percent(share)}`;
}

export function LogoPiece(): ReactNode {
  const match = useMatch();
  return (
    <Picture found={match(0.93)}>
      <MarksScene />
    </Picture>
  );
}

export function ShoulderPiece(): ReactNode {
  const match = useMatch();
  return (
    <Picture found={match(0.89)}>
      <ShoulderScene />
    </Picture>
  );
}

export function ScenePiece(): ReactNode {
  const { t } = useFigures();
  return (
    <Picture found={t('section.screen.camp')}>
      <CampScene />
    </Picture>
  );
}

export function InscriptionPiece(): ReactNode {
  return (
    <Picture found="0388">
      <LampScene />
    </Picture>
  );
}

export function BoardPiece(): ReactNode {
  const match = useMatch();
  return (
    <Picture found={match(0.95)}>
      <BoardScene />
    </Picture>
  );
}

export function FakePiece(): ReactNode {
  const match = useMatch();
  return (
    <Picture found={match(0.54)} isDoubt>
      <StallScene />
    </Picture>
  );
}

export function UsePiece(): ReactNode {
  const { t } = useFigures();
  return (
    <Picture found={t('section.screen.picnic')}>
      <PicnicScene />
    </Picture>
  );
}

export function ShelfPiece(): ReactNode {
  const { t } = useFigures();
  return (
    <Picture found={t('section.screen.shelf')}>
      <ShelfScene />
    </Picture>
  );
}

export function RucksackPiece(): ReactNode {
  const match = useMatch();
  return (
    <Picture found={match(0.88)}>
      <RucksackScene />
    </Picture>
  );
}

export function BranchPiece(): ReactNode {
  const { percent } = useFigures();
  return (
    <Picture found={`${BANK}, 2014: ${percent(0.93)}`}>
      <StreetScene />
    </Picture>
  );
}

export function SaucePiece(): ReactNode {
  const { percent } = useFigures();
  return (
    <Picture found={`Tamarind ${percent(0.91)}`}>
      <SauceScene />
    </Picture>
  );
}

export function MastPiece(): ReactNode {
  const { t } = useFigures();
  return (
    <Picture found={t('section.screen.noName')}>
      <MastScene />
    </Picture>
  );
}

export function FlagPiece(): ReactNode {
  const { percent } = useFigures();
  return (
    <Picture found={percent(0.31)} isDoubt>
      <FlagScene />
    </Picture>
  );
}

export function BluesPiece(): ReactNode {
  const { percent } = useFigures();
  return (
    <Picture found={percent(0.44)} isDoubt>
      <BluesScene />
    </Picture>
  );
}

/** Sure of what is wrong, three times. */
export function RoundPiece(): ReactNode {
  const { percent } = useFigures();
  return (
    <Picture found={`3 × ${percent(0.88)}`} isDoubt>
      <RoundScene />
    </Picture>
  );
}
