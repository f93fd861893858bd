// A product screen with its caption. Its words are messages of the locale, its data are of one invented workspace.

import type { ReactNode } from 'react';
import type { ScreenId } from '../../content/screens.ts';
import type { WordKey } from '../../locales/words.ts';
import { useWords } from '../contexts.ts';
import { AlertsScreen, BeltScreen, HalfHourScreen, LogScreen } from './AlertsScreen.tsx';
import { FiftyFigure, GroupsFigure, WordsScreen } from './AudienceScreen.tsx';
import { BaselineScreen } from './BaselineScreen.tsx';
import { LumenMark } from './belt.tsx';
import { ElevenFigure, WorkYearFigure } from './CalendarFigures.tsx';
import {
  ChannelsScreen,
  MessageScreen,
  NightScreen,
  RehearsalScreen,
  StreetScreen,
  ThreadScreen,
} from './ChannelScreens.tsx';
import { SwitchingScreen } from './CompetitorsScreen.tsx';
import { AskedScreen, BadQuestionsScreen, MistakesScreen } from './CopilotScreen.tsx';
import { TamarindMark } from './case-scenes.tsx';
import { AnatomyScreen, DashboardScreen, TilesScreen } from './DashboardScreen.tsx';
import {
  DelayFigure,
  DesksFigure,
  JokesFigure,
  MutedFigure,
  QuartersFigure,
  ScaleFigure,
  ThirtyFigure,
  TuesdayFigure,
} from './FigureScreens.tsx';
import { NormalScreen, TogetherScreen } from './HealthScreen.tsx';
import { ProfilesFigure, VoiceScreen } from './InfluencersScreen.tsx';
import { LaunchScreen, UnansweredFigure } from './LaunchScreen.tsx';
import { FirstScreen, LessonScreen, VoteScreen } from './LessonScreen.tsx';
import { MentionsScreen, StaysScreen } from './MentionsScreen.tsx';
import { SleevesScreen, WallFigure } from './match.tsx';
import {
  AnswersFigure,
  FieldFigure,
  HabitsFigure,
  RangesFigure,
  RiverFigure,
  StudiesFigure,
} from './OpeningFigures.tsx';
import { ArrivalsFigure, ProofFigure, ReasonScreen, YearFigure } from './OpeningStories.tsx';
import { OverviewScreen } from './OverviewScreen.tsx';
import {
  AnswerScreen,
  BillScreen,
  IssueScreen,
  LessonsScreen,
  LetterFigure,
  MailScreen,
  MailsScreen,
  PagesScreen,
  SheetScreen,
  StubFigure,
} from './OwnScreens.tsx';
import {
  ClassFigure,
  DialFigure,
  DiceFigure,
  HeatFigure,
  KeptFigure,
  SieveFigure,
  TenthFigure,
} from './PageFigures.tsx';
import { AboutScreen, HundredFigure, WeekFigure } from './PaperScreens.tsx';
import { NightGap, PhoneScreen } from './PhoneScreen.tsx';
import { BeachScreen, DoubtScreen, ExposureScreen, FairScreen, FoundScreen } from './PictureScreens.tsx';
import { AppMark, BRAND } from './parts.tsx';
import { PegFigure } from './peg.tsx';
import {
  BluesPiece,
  BoardPiece,
  BranchPiece,
  CitedPiece,
  CopiesPiece,
  FakePiece,
  FlagPiece,
  HoursPiece,
  InscriptionPiece,
  InterestsPiece,
  IronyPiece,
  LogoPiece,
  MastPiece,
  MovesPiece,
  NamesakePiece,
  OriginalPiece,
  OwnersPiece,
  PaintPiece,
  PeggedPiece,
  PlacesPiece,
  PlumberPiece,
  PraisePiece,
  QuestionsPiece,
  RefusedPiece,
  ReplyPiece,
  ReturnedPiece,
  RoundPiece,
  RucksackPiece,
  SaucePiece,
  ScenePiece,
  SharesPiece,
  ShelfPiece,
  ShoulderPiece,
  SilencePiece,
  SpellingsPiece,
  TonesPiece,
  UsePiece,
  VoicePiece,
  VolumePiece,
  WordPiece,
} from './pieces.tsx';
import { DeliveryScreen, QueryScreen, WishesScreen } from './QueryScreen.tsx';
import { RefusalScreen } from './RefusalScreen.tsx';
import {
  AgreementFigure,
  ResearchScreen,
  SampleScreen,
  StudyScreen,
  UnaskedScreen,
  WeekListPiece,
  WeekPagePiece,
  WeekQueryPiece,
} from './ResearchScreen.tsx';
import { OctoberFigure, RoutesScreen } from './RoutesScreen.tsx';
import { RucksacksPiece, TaskPiece } from './rucksacks.tsx';
import { KestrelMark } from './scenes.tsx';
import { HaldenMark } from './snacks.tsx';
import { OleanderMark } from './stays.tsx';
import { SnacksScreen, VisualScreen } from './VisualScreen.tsx';
import { WorkspaceScreen } from './WorkspaceScreen.tsx';
import './Screen.css';
import './ScreenBodies.css';
import './CloseScreens.css';

interface ScreenLook {
  /** The name in the bar of the window, and what is at its end; null if the picture has no bar. */
  readonly title: WordKey | null;
  readonly note: WordKey | null;
  /** Null for a piece of a screen. */
  readonly caption: WordKey | null;
  /** What it shows is a work of ours, with its source on the page. */
  readonly isReal?: boolean;
  /** Whose workspace it is; Kestrel's if it is not set. */
  readonly of?: Owner;
  readonly Body: () => ReactNode;
}

/** Us, and clients of the sample. */
type Owner = 'us' | 'kestrel' | 'halden' | 'lumen' | 'oleander' | 'tamarind';

const OWNERS: Readonly<Record<Owner, { readonly name: string | null; readonly Mark: () => ReactNode }>> = {
  us: { name: null, Mark: AppMark },
  kestrel: {
    name: BRAND,
    Mark: () => (
      <Tile fill="#2358ea">
        <KestrelMark x={16} y={16} width={23} />
      </Tile>
    ),
  },
  halden: {
    name: 'Halden Foods',
    Mark: () => (
      <Tile fill="#1f8a63">
        <HaldenMark x={16} y={16} width={25} fill="#ffffff" />
      </Tile>
    ),
  },
  lumen: {
    name: 'Lumen Air',
    Mark: () => (
      <Tile fill="#e4ecff">
        <LumenMark x={16} y={16} width={25} />
      </Tile>
    ),
  },
  oleander: {
    name: 'Oleander Hotels',
    Mark: () => (
      <Tile fill="#0c5c55">
        <OleanderMark x={16} y={16} width={21} fill="#ffffff" />
      </Tile>
    ),
  },
  tamarind: {
    name: 'Tamarind',
    Mark: () => (
      <Tile fill="#ffe3cf">
        <g transform="translate(16 16) scale(0.64) translate(-192 -70)">
          <TamarindMark />
        </g>
      </Tile>
    ),
  },
};

function Tile({ fill, children }: { readonly fill: string; readonly children: ReactNode }): ReactNode {
  return (
    <svg className="screen__mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill={fill} />
      {children}
    </svg>
  );
}

const PERIOD = 'section.screen.period';

const SCREENS: Readonly<Record<ScreenId, ScreenLook>> = {
  overview: {
    title: null,
    note: null,
    caption: 'section.screen.overviewCaption',
    Body: OverviewScreen,
  },
  mentions: {
    title: 'common.menu.mentions',
    note: PERIOD,
    caption: 'section.screen.mentionsCaption',
    Body: MentionsScreen,
  },
  stays: {
    title: 'common.menu.mentions',
    note: 'section.screen.elevenWeeks',
    caption: 'section.screen.mentionsCaption',
    of: 'oleander',
    Body: StaysScreen,
  },
  visual: {
    title: 'common.menu.visual-insights',
    note: PERIOD,
    caption: 'section.screen.visualCaption',
    Body: VisualScreen,
  },
  snacks: {
    title: 'common.menu.visual-insights',
    note: PERIOD,
    caption: 'section.screen.visualCaption',
    of: 'halden',
    Body: SnacksScreen,
  },
  beach: {
    title: 'common.menu.visual-insights',
    note: null,
    caption: 'section.screen.foundCaption',
    of: 'halden',
    Body: BeachScreen,
  },
  copilot: pieceOf(ProofFigure),
  alerts: {
    title: 'section.screen.alert',
    note: 'section.screen.answered',
    caption: 'section.screen.alertsCaption',
    Body: AlertsScreen,
  },
  belt: {
    title: 'section.screen.beltTitle',
    note: 'section.screen.answered',
    caption: 'section.screen.alertsCaption',
    of: 'lumen',
    Body: BeltScreen,
  },
  log: {
    title: 'section.screen.beltTitle',
    note: 'section.screen.logFile',
    caption: 'section.screen.logCaption',
    of: 'lumen',
    Body: LogScreen,
  },
  dashboard: {
    title: 'section.screen.monday',
    note: PERIOD,
    caption: 'section.screen.dashboardCaption',
    Body: DashboardScreen,
  },
  audience: pieceOf(HabitsFigure),
  competitors: pieceOf(RiverFigure),
  influencers: pieceOf(FieldFigure),
  research: {
    title: 'common.menu.market-research',
    note: 'section.screen.interval',
    caption: 'section.screen.researchCaption',
    Body: ResearchScreen,
  },
  health: pieceOf(YearFigure),
  refusal: {
    title: 'common.menu.insights-copilot',
    note: null,
    caption: 'section.screen.refusalCaption',
    Body: RefusalScreen,
  },
  phone: {
    title: null,
    note: null,
    caption: 'section.screen.phoneCaption',
    Body: PhoneScreen,
  },
  query: {
    title: 'section.screen.queryTitle',
    note: null,
    caption: 'section.screen.queryCaption',
    Body: QueryScreen,
  },
  message: {
    title: null,
    note: null,
    caption: 'section.screen.messageCaption',
    Body: MessageScreen,
  },
  street: {
    title: null,
    note: null,
    caption: 'section.screen.messageCaption',
    Body: StreetScreen,
  },
  workspace: {
    title: 'section.screen.newLid',
    note: PERIOD,
    caption: 'section.screen.workspaceCaption',
    Body: WorkspaceScreen,
  },
  thread: {
    title: null,
    note: null,
    caption: 'section.screen.threadCaption',
    Body: ThreadScreen,
  },
  launch: {
    title: 'section.screen.launch',
    note: null,
    caption: 'section.screen.launchCaption',
    Body: LaunchScreen,
  },
  found: {
    title: 'common.menu.visual-insights',
    note: null,
    caption: 'section.screen.foundCaption',
    Body: FoundScreen,
  },
  doubt: {
    title: 'common.menu.visual-insights',
    note: 'section.screen.doubt',
    caption: 'section.screen.doubtCaption',
    of: 'halden',
    Body: DoubtScreen,
  },
  baseline: {
    title: 'common.menu.brand-health-tracking',
    note: null,
    caption: 'section.screen.baselineCaption',
    of: 'tamarind',
    Body: BaselineScreen,
  },
  words: {
    title: 'common.menu.audience-insights',
    note: 'section.screen.nurses',
    caption: 'section.screen.wordsCaption',
    Body: WordsScreen,
  },
  sample: {
    title: 'common.menu.market-research',
    note: null,
    caption: 'section.screen.sampleCaption',
    Body: SampleScreen,
  },
  unasked: {
    title: 'common.menu.market-research',
    note: null,
    caption: 'section.screen.unaskedCaption',
    Body: UnaskedScreen,
  },
  delivery: {
    title: 'section.screen.deliveryTitle',
    note: null,
    caption: 'section.screen.deliveryCaption',
    of: 'halden',
    Body: DeliveryScreen,
  },
  switching: {
    title: 'section.screen.switchingTitle',
    note: 'section.screen.weeks',
    caption: 'section.screen.switchingCaption',
    Body: SwitchingScreen,
  },
  voice: {
    title: 'common.menu.influencer-discovery',
    note: null,
    caption: 'section.screen.voiceCaption',
    Body: VoiceScreen,
  },
  lesson: {
    title: 'section.screen.lessonTitle',
    note: null,
    caption: 'section.screen.lessonCaption',
    Body: LessonScreen,
  },
  lessons: {
    title: 'section.screen.lessonsTitle',
    note: null,
    caption: 'section.screen.lessonsCaption',
    isReal: true,
    of: 'us',
    Body: LessonsScreen,
  },
  first: {
    title: 'section.screen.lessonsOne',
    note: 'section.screen.lessonsSent',
    caption: 'section.screen.firstCaption',
    isReal: true,
    of: 'us',
    Body: FirstScreen,
  },
  vote: {
    title: null,
    note: null,
    caption: 'section.screen.lessonCaption',
    Body: VoteScreen,
  },
  halfHour: {
    title: 'section.screen.halfHour',
    note: null,
    caption: 'section.screen.halfHourCaption',
    Body: HalfHourScreen,
  },
  reason: {
    title: 'common.menu.insights-copilot',
    note: null,
    caption: 'section.screen.reasonCaption',
    Body: ReasonScreen,
  },
  routes: {
    title: 'common.menu.integrations',
    note: null,
    caption: 'section.screen.routesCaption',
    of: 'halden',
    Body: RoutesScreen,
  },
  badQuestions: {
    title: 'common.menu.insights-copilot',
    note: null,
    caption: 'section.screen.badCaption',
    Body: BadQuestionsScreen,
  },
  fair: {
    title: 'section.screen.fairTitle',
    note: null,
    caption: 'section.screen.fairCaption',
    of: 'us',
    Body: FairScreen,
  },
  letter: pieceOf(LetterFigure),
  stub: pieceOf(StubFigure),
  bill: {
    title: 'section.screen.billTitle',
    note: null,
    caption: 'section.screen.billCaption',
    of: 'us',
    Body: BillScreen,
  },
  asked: {
    title: 'common.menu.insights-copilot',
    note: PERIOD,
    caption: 'section.screen.askedCaption',
    Body: AskedScreen,
  },
  mistakes: {
    title: 'common.menu.insights-copilot',
    note: null,
    caption: 'section.screen.mistakesCaption',
    of: 'us',
    Body: MistakesScreen,
  },
  night: {
    title: null,
    note: null,
    caption: 'section.screen.threadCaption',
    Body: NightScreen,
  },
  channels: {
    title: null,
    note: null,
    caption: 'section.screen.channelsCaption',
    Body: ChannelsScreen,
  },
  rehearsal: {
    title: 'section.screen.rehearsalTitle',
    note: null,
    caption: 'section.screen.rehearsalCaption',
    of: 'us',
    Body: RehearsalScreen,
  },
  thirty: {
    title: null,
    note: null,
    caption: 'section.screen.thirtyCaption',
    Body: () => (
      <div className="pane">
        <ThirtyFigure />
      </div>
    ),
  },
  mail: {
    title: 'section.screen.mailTitle',
    note: null,
    caption: 'section.screen.mailCaption',
    isReal: true,
    of: 'us',
    Body: MailScreen,
  },
  answer: {
    title: 'section.screen.answerTitle',
    note: null,
    caption: 'section.screen.mailCaption',
    isReal: true,
    of: 'us',
    Body: AnswerScreen,
  },
  pages: {
    title: 'section.screen.pagesTitle',
    note: null,
    caption: 'section.screen.pagesCaption',
    isReal: true,
    of: 'us',
    Body: PagesScreen,
  },
  issue: {
    title: 'section.screen.letterTitle',
    note: null,
    caption: 'section.screen.issueCaption',
    of: 'us',
    Body: IssueScreen,
  },
  sheet: {
    title: 'section.screen.sheetTitle',
    note: null,
    caption: 'section.screen.sheetCaption',
    isReal: true,
    of: 'us',
    Body: SheetScreen,
  },
  mails: {
    title: null,
    note: null,
    caption: 'section.screen.mailsCaption',
    Body: MailsScreen,
  },
  anatomy: {
    title: 'section.screen.anatomyTitle',
    note: null,
    caption: 'section.screen.anatomyCaption',
    isReal: true,
    of: 'us',
    Body: AnatomyScreen,
  },
  tiles: {
    title: null,
    note: null,
    caption: 'section.screen.tilesCaption',
    isReal: true,
    Body: TilesScreen,
  },
  normal: {
    title: 'section.screen.normalTitle',
    note: null,
    caption: 'section.screen.normalCaption',
    of: 'us',
    Body: NormalScreen,
  },
  sleeves: {
    title: 'section.screen.sleevesTitle',
    note: null,
    caption: 'section.screen.sleevesCaption',
    isReal: true,
    of: 'us',
    Body: SleevesScreen,
  },
  study: {
    title: 'section.screen.studyTwo',
    note: 'section.screen.pageNote',
    caption: 'section.screen.pageCaption',
    isReal: true,
    of: 'us',
    Body: StudyScreen,
  },
  week: pieceOf(WeekFigure),
  hundred: pieceOf(HundredFigure),
  about: {
    title: 'section.screen.aboutTitle',
    note: null,
    caption: 'section.screen.aboutCaption',
    isReal: true,
    of: 'us',
    Body: AboutScreen,
  },
  together: {
    title: 'common.menu.brand-health-tracking',
    note: null,
    caption: 'section.screen.togetherCaption',
    of: 'us',
    Body: TogetherScreen,
  },
  exposure: {
    title: 'common.menu.visual-insights',
    note: null,
    caption: 'section.screen.exposureCaption',
    of: 'lumen',
    Body: ExposureScreen,
  },
  wishes: {
    title: 'section.screen.wishesTitle',
    note: null,
    caption: 'section.screen.wishesCaption',
    of: 'us',
    Body: WishesScreen,
  },
  groups: pieceOf(GroupsFigure),
  fifty: pieceOf(FiftyFigure),
  dice: pieceOf(DiceFigure),
  heat: pieceOf(HeatFigure),
  tenth: pieceOf(TenthFigure),
  sieve: pieceOf(SieveFigure),
  class: pieceOf(ClassFigure),
  kept: pieceOf(KeptFigure),
  dial: pieceOf(DialFigure),
  wall: pieceOf(WallFigure),
  irony: pieceOf(IronyPiece),
  copies: pieceOf(CopiesPiece),
  reply: pieceOf(ReplyPiece),
  tones: pieceOf(TonesPiece),
  original: pieceOf(OriginalPiece),
  namesake: pieceOf(NamesakePiece),
  spellings: pieceOf(SpellingsPiece),
  owners: pieceOf(OwnersPiece),
  cited: pieceOf(CitedPiece),
  volume: pieceOf(VolumePiece),
  shares: pieceOf(SharesPiece),
  moves: pieceOf(MovesPiece),
  interests: pieceOf(InterestsPiece),
  hours: pieceOf(HoursPiece),
  places: pieceOf(PlacesPiece),
  word: pieceOf(WordPiece),
  oneVoice: pieceOf(VoicePiece),
  questions: pieceOf(QuestionsPiece),
  praise: pieceOf(PraisePiece),
  silence: pieceOf(SilencePiece),
  returned: pieceOf(ReturnedPiece),
  paint: pieceOf(PaintPiece),
  pegged: pieceOf(PeggedPiece),
  logo: pieceOf(LogoPiece),
  shoulder: pieceOf(ShoulderPiece),
  scene: pieceOf(ScenePiece),
  inscription: pieceOf(InscriptionPiece),
  board: pieceOf(BoardPiece),
  fake: pieceOf(FakePiece),
  use: pieceOf(UsePiece),
  shelf: pieceOf(ShelfPiece),
  rucksack: pieceOf(RucksackPiece),
  refused: pieceOf(RefusedPiece),
  plumber: pieceOf(PlumberPiece),
  branch: pieceOf(BranchPiece),
  mast: pieceOf(MastPiece),
  sauce: pieceOf(SaucePiece),
  flag: pieceOf(FlagPiece),
  blues: pieceOf(BluesPiece),
  round: pieceOf(RoundPiece),
  jokes: pieceOf(JokesFigure),
  rucksacks: pieceOf(RucksacksPiece),
  task: pieceOf(TaskPiece),
  peg: pieceOf(PegFigure),
  weekQuery: pieceOf(WeekQueryPiece),
  weekList: pieceOf(WeekListPiece),
  weekPage: pieceOf(WeekPagePiece),
  profiles: pieceOf(ProfilesFigure),
  unanswered: pieceOf(UnansweredFigure),
  tuesday: pieceOf(TuesdayFigure),
  october: pieceOf(OctoberFigure),
  scale: pieceOf(ScaleFigure),
  quarters: pieceOf(QuartersFigure),
  delay: pieceOf(DelayFigure),
  muted: pieceOf(MutedFigure),
  answers: pieceOf(AnswersFigure),
  ranges: pieceOf(RangesFigure),
  studies: pieceOf(StudiesFigure),
  desks: pieceOf(DesksFigure),
  workYear: pieceOf(WorkYearFigure),
  eleven: pieceOf(ElevenFigure),
  agreement: pieceOf(AgreementFigure),
  arrivals: pieceOf(ArrivalsFigure),
};

function pieceOf(Body: ScreenLook['Body']): ScreenLook {
  return { title: null, note: null, caption: null, Body };
}

export function Screen({ id }: { readonly id: ScreenId }): ReactNode {
  const { t, wordsLang } = useWords();
  const { caption, isReal = false } = SCREENS[id];
  // Beside words, a drawing stands below them.
  if (isDrawing(id)) return <ScreenDrawing id={id} />;
  return (
    <figure className={`screen screen--${id}`} lang={wordsLang}>
      <ScreenWindow id={id} />
      {id === 'overview' ? (
        <button className="button button--quiet find__start needs-script" type="button">
          {t('section.screen.findStart')}
        </button>
      ) : null}
      <figcaption className="screen__caption">
        {caption === null ? null : t(caption)} {isReal ? null : t('section.screen.example')}
      </figcaption>
    </figure>
  );
}

/** Windows that need the width of a page. */
const WIDE: readonly ScreenId[] = ['belt', 'first', 'overview', 'routes', 'street', 'vote', 'workspace'];

export const isWideScreen = (id: ScreenId): boolean => WIDE.includes(id) || isDrawing(id);

/** Whether it has no window of its own. */
export const isDrawing = (id: ScreenId): boolean => SCREENS[id].caption === null;

/** A drawing for what is below it, without a window. */
export function ScreenDrawing({ id }: { readonly id: ScreenId }): ReactNode {
  const { wordsLang } = useWords();
  const { Body } = SCREENS[id];
  return (
    <figure className={`screen screen--${id} drawing`} lang={wordsLang}>
      <Body />
    </figure>
  );
}

/** What stands below the words beside a screen. */
export function ScreenAside({ id }: { readonly id: ScreenId | null }): ReactNode {
  return id === 'phone' ? <NightGap /> : null;
}

/** The corner of a screen as a picture; a piece, like the phone, fills its card. Screen readers skip it. */
export function ScreenCrop({ id, isWide = false }: { readonly id: ScreenId; readonly isWide?: boolean }): ReactNode {
  const { wordsLang } = useWords();
  const isPiece = isDrawing(id) || id === 'phone';
  return (
    <div
      className={`screen-crop${isPiece ? ' screen-crop--piece' : ''}${isWide ? ' wide' : ''}`}
      aria-hidden="true"
      lang={wordsLang}
    >
      <div className={`screen screen--${id}`}>
        <ScreenWindow id={id} hasNote={false} />
      </div>
    </div>
  );
}

/** The search of the workspace, with a whole sentence in it. */
function SearchField(): ReactNode {
  const { t } = useWords();
  return (
    <span className="wide chip">
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        <path d="M10.5 6A4.5 4.5 0 1 1 1.5 6A4.5 4.5 0 1 1 10.5 6ZM9.5 9.5L13 13" />
      </svg>
      {` ${t('section.screen.workspaceSearch')}\u2003\u2003`}
    </span>
  );
}

/** A crop cuts its end off, so its bar has no note there. */
function ScreenWindow({ id, hasNote = true }: { readonly id: ScreenId; readonly hasNote?: boolean }): ReactNode {
  const { t, brand } = useWords();
  const { title, note, of = 'kestrel', Body } = SCREENS[id];
  const { name, Mark } = OWNERS[of];
  return (
    <div className="screen__window">
      {title === null ? null : (
        <div className="screen__bar">
          <Mark />
          <b translate="no">{name ?? brand}</b>
          <span className="screen__title">{t(title)}</span>
          {id === 'workspace' ? <SearchField /> : null}
          {note === null || !hasNote ? null : <span className="screen__note">{t(note)}</span>}
        </div>
      )}
      <Body />
    </div>
  );
}
