// The pages that need no entry, with their messages.

import type { ReactNode } from 'react';
import type { WordsPageProps } from '../page-input.ts';
import { type PageWords, WordsPage } from './WordsPage.tsx';

const REPORT_WORDS: Readonly<Record<string, PageWords>> = {
  'report-for-dmwf': {
    title: 'report.dmwfTitle',
    subtitle: 'report.dmwfSubtitle',
    points: ['report.pointBrands', 'report.pointPictures', 'report.pointMethod'],
  },
  'report-for-saastock': {
    title: 'report.saastockTitle',
    subtitle: 'report.saastockSubtitle',
    points: ['report.pointBrands', 'report.pointPictures', 'report.pointMethod'],
  },
};
const DEFAULT_REPORT_WORDS: PageWords = {
  title: 'report.title',
  subtitle: 'report.subtitle',
  points: ['report.pointBrands', 'report.pointPictures', 'report.pointMethod'],
};

/** The three reports. */
export function ReportPage(props: WordsPageProps): ReactNode {
  return <WordsPage page={props} words={REPORT_WORDS[props.page] ?? DEFAULT_REPORT_WORDS} />;
}

/** The Ukrainian customer-experience community. */
export function CxuaPage(props: WordsPageProps): ReactNode {
  return (
    <WordsPage
      page={props}
      words={{ title: 'cxua.title', subtitle: 'cxua.subtitle', points: ['cxua.pointMeetings', 'cxua.pointCases'] }}
    />
  );
}

/** The gift bag of an event. */
export function GiftbagPage(props: WordsPageProps): ReactNode {
  return (
    <WordsPage
      page={props}
      words={{
        title: 'giftbag.title',
        subtitle: 'giftbag.subtitle',
        points: ['giftbag.pointTrial', 'giftbag.pointGuide'],
      }}
    />
  );
}

/** Ready-made dashboards. */
export function DashboardsPage(props: WordsPageProps): ReactNode {
  return (
    <WordsPage
      page={props}
      words={{
        title: 'dashboards.title',
        subtitle: 'dashboards.subtitle',
        points: ['dashboards.pointBrand', 'dashboards.pointCrisis', 'dashboards.pointPictures'],
      }}
    />
  );
}
