// A product screen with its caption. Its words are messages of the locale, its data are of one invented workspace.

import type { ReactNode } from 'react';
import type { ScreenId } from '../../content/screens.ts';
import type { WordKey } from '../../locales/words.ts';
import { useWords } from '../contexts.ts';
import { AlertsScreen, HalfHourScreen } from './AlertsScreen.tsx';
import { AudienceScreen, WordsScreen } from './AudienceScreen.tsx';
import { BaselineScreen } from './BaselineScreen.tsx';
import { MessageScreen, ThreadScreen } from './ChannelScreens.tsx';
import { CompetitorsScreen, SwitchingScreen } from './CompetitorsScreen.tsx';
import { BadQuestionsScreen, CopilotScreen } from './CopilotScreen.tsx';
import { DashboardScreen } from './DashboardScreen.tsx';
import { HealthScreen } from './HealthScreen.tsx';
import { InfluencersScreen, VoiceScreen } from './InfluencersScreen.tsx';
import { LaunchScreen } from './LaunchScreen.tsx';
import { LessonScreen } from './LessonScreen.tsx';
import { MentionsScreen } from './MentionsScreen.tsx';
import { OverviewScreen } from './OverviewScreen.tsx';
import { BillScreen, LetterScreen } from './OwnScreens.tsx';
import { PhoneScreen } from './PhoneScreen.tsx';
import { DoubtScreen, FairScreen, FoundScreen } from './PictureScreens.tsx';
import { AppMark, BRAND, SENDER } from './parts.tsx';
import {
  BoardPiece,
  CitedPiece,
  CopiesPiece,
  FakePiece,
  HoursPiece,
  InscriptionPiece,
  InterestsPiece,
  IronyPiece,
  LogoPiece,
  MovesPiece,
  NamesakePiece,
  OriginalPiece,
  OwnersPiece,
  PraisePiece,
  QuestionsPiece,
  ReplyPiece,
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
import { DeliveryScreen, QueryScreen } from './QueryScreen.tsx';
import { RefusalScreen } from './RefusalScreen.tsx';
import { ResearchScreen, SampleScreen, UnaskedScreen } from './ResearchScreen.tsx';
import { RoutesScreen } from './RoutesScreen.tsx';
import { KestrelMark } from './scenes.tsx';
import { VisualScreen } from './VisualScreen.tsx';
import './Screen.css';
import './ScreenBodies.css';
import './CloseScreens.css';

interface ScreenLook {
  /** The name in the bar of the window, and what is at its end; null if the picture has no bar. */
  readonly title: WordKey | null;
  readonly note: WordKey | null;
  /** Null for a piece of a screen. */
  readonly caption: WordKey | null;
  /** From our own desk, not from the workspace of the client. */
  readonly isOurs?: true;
  readonly Body: () => ReactNode;
}

const PERIOD = 'section.screen.period';

const SCREENS: Readonly<Record<ScreenId, ScreenLook>> = {
  overview: {
    title: 'common.menu.mentions',
    note: PERIOD,
    caption: 'section.screen.overviewCaption',
    Body: OverviewScreen,
  },
  mentions: {
    title: 'common.menu.mentions',
    note: PERIOD,
    caption: 'section.screen.mentionsCaption',
    Body: MentionsScreen,
  },
  visual: {
    title: 'common.menu.visual-insights',
    note: PERIOD,
    caption: 'section.screen.visualCaption',
    Body: VisualScreen,
  },
  copilot: {
    title: 'common.menu.insights-copilot',
    note: PERIOD,
    caption: 'section.screen.copilotCaption',
    Body: CopilotScreen,
  },
  alerts: {
    title: 'section.screen.alert',
    note: 'section.screen.answered',
    caption: 'section.screen.alertsCaption',
    Body: AlertsScreen,
  },
  dashboard: {
    title: 'section.screen.monday',
    note: PERIOD,
    caption: 'section.screen.dashboardCaption',
    Body: DashboardScreen,
  },
  audience: {
    title: 'common.menu.audience-insights',
    note: PERIOD,
    caption: 'section.screen.audienceCaption',
    Body: AudienceScreen,
  },
  competitors: {
    title: 'section.screen.share',
    note: 'section.screen.weeks',
    caption: 'section.screen.competitorsCaption',
    Body: CompetitorsScreen,
  },
  influencers: {
    title: 'common.menu.influencer-discovery',
    note: PERIOD,
    caption: 'section.screen.influencersCaption',
    Body: InfluencersScreen,
  },
  research: {
    title: 'common.menu.market-research',
    note: 'section.screen.interval',
    caption: 'section.screen.researchCaption',
    Body: ResearchScreen,
  },
  health: {
    title: 'common.menu.brand-health-tracking',
    note: 'section.screen.year',
    caption: 'section.screen.healthCaption',
    Body: HealthScreen,
  },
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
    Body: DoubtScreen,
  },
  baseline: {
    title: 'common.menu.brand-health-tracking',
    note: null,
    caption: 'section.screen.baselineCaption',
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
  halfHour: {
    title: 'section.screen.halfHour',
    note: null,
    caption: 'section.screen.halfHourCaption',
    Body: HalfHourScreen,
  },
  routes: {
    title: 'section.screen.alert',
    note: null,
    caption: 'section.screen.routesCaption',
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
    isOurs: true,
    Body: FairScreen,
  },
  letter: {
    title: 'section.screen.letterTitle',
    note: null,
    caption: 'section.screen.letterCaption',
    isOurs: true,
    Body: LetterScreen,
  },
  bill: {
    title: 'section.screen.billTitle',
    note: null,
    caption: 'section.screen.billCaption',
    isOurs: true,
    Body: BillScreen,
  },
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
  word: pieceOf(WordPiece),
  oneVoice: pieceOf(VoicePiece),
  questions: pieceOf(QuestionsPiece),
  praise: pieceOf(PraisePiece),
  silence: pieceOf(SilencePiece),
  logo: pieceOf(LogoPiece),
  shoulder: pieceOf(ShoulderPiece),
  scene: pieceOf(ScenePiece),
  inscription: pieceOf(InscriptionPiece),
  board: pieceOf(BoardPiece),
  fake: pieceOf(FakePiece),
  use: pieceOf(UsePiece),
  shelf: pieceOf(ShelfPiece),
};

function pieceOf(Body: ScreenLook['Body']): ScreenLook {
  return { title: null, note: null, caption: null, Body };
}

export function Screen({ id }: { readonly id: ScreenId }): ReactNode {
  const { t, wordsLang } = useWords();
  const { caption } = SCREENS[id];
  return (
    <figure className={`screen screen--${id}`} lang={wordsLang}>
      <ScreenWindow id={id} />
      {id === 'overview' ? (
        <button className="button button--quiet find__start needs-script" type="button">
          {t('section.screen.findStart')}
        </button>
      ) : null}
      <figcaption className="screen__caption">
        {caption === null ? null : t(caption)} {t('section.screen.example')}
      </figcaption>
    </figure>
  );
}

/** The corner of a screen as a picture; a piece, like the phone, fills its card. Screen readers skip it. */
export function ScreenCrop({ id }: { readonly id: ScreenId }): ReactNode {
  const { wordsLang } = useWords();
  return (
    <div
      className={SCREENS[id].caption === null || id === 'phone' ? 'screen-crop screen-crop--piece' : 'screen-crop'}
      aria-hidden="true"
      lang={wordsLang}
    >
      <div className={`screen screen--${id}`}>
        <ScreenWindow id={id} hasNote={false} />
      </div>
    </div>
  );
}

/** A crop cuts its end off, so its bar has no note there. */
function ScreenWindow({ id, hasNote = true }: { readonly id: ScreenId; readonly hasNote?: boolean }): ReactNode {
  const { t } = useWords();
  const { title, note, isOurs, Body } = SCREENS[id];
  return (
    <div className="screen__window">
      {title === null ? null : (
        <div className="screen__bar">
          {isOurs ? (
            <AppMark />
          ) : (
            <svg className="screen__mark" viewBox="0 0 32 32" aria-hidden="true">
              <rect width="32" height="32" rx="9" fill="#2358ea" />
              <KestrelMark x={16} y={16} width={23} />
            </svg>
          )}
          <b translate="no">{isOurs ? SENDER : BRAND}</b>
          <span className="screen__title">{t(title)}</span>
          {note === null || !hasNote ? null : <span className="screen__note">{t(note)}</span>}
        </div>
      )}
      <Body />
    </div>
  );
}
