// Where each use case leads.

import type { PageName } from '../config/pages.ts';
import type { ScreenId } from './screens.ts';

interface NextPage {
  readonly page: PageName;
  /** A picture of it. No page shows one twice. */
  readonly screen: ScreenId;
  /** The message that says why it follows. */
  readonly words: string;
}

/** The two pages to go on with, by the page of a use case. */
export const NEXT_PAGES: Readonly<Record<string, readonly NextPage[]>> = {
  mentions: [
    { page: 'visual-insights', screen: 'rucksack', words: 'section.nextRucksack' },
    { page: 'insights-copilot', screen: 'cited', words: 'section.nextCited' },
  ],
  'visual-insights': [
    { page: 'market-research', screen: 'use', words: 'section.nextUse' },
    { page: 'crisis-management', screen: 'branch', words: 'section.nextBranch' },
  ],
  'insights-copilot': [
    { page: 'brand-health-tracking', screen: 'volume', words: 'section.nextVolume' },
    { page: 'market-research', screen: 'paint', words: 'section.nextPaint' },
  ],
  'brand-health-tracking': [
    { page: 'competitor-analysis', screen: 'moves', words: 'section.nextMoves' },
    { page: 'crisis-management', screen: 'inscription', words: 'section.nextBatch' },
  ],
  'crisis-management': [
    { page: 'mentions', screen: 'copies', words: 'section.nextCopies' },
    { page: 'visual-insights', screen: 'fake', words: 'section.nextFake' },
  ],
  'competitor-analysis': [
    { page: 'audience-insights', screen: 'hours', words: 'section.nextHours' },
    { page: 'brand-health-tracking', screen: 'shares', words: 'section.nextShares' },
  ],
  'market-research': [
    { page: 'audience-insights', screen: 'word', words: 'section.nextWord' },
    { page: 'insights-copilot', screen: 'refused', words: 'section.nextRefused' },
  ],
  'audience-insights': [
    { page: 'influencer-discovery', screen: 'plumber', words: 'section.nextPlumber' },
    { page: 'mentions', screen: 'reply', words: 'section.nextReply' },
  ],
  'influencer-discovery': [
    { page: 'competitor-analysis', screen: 'returned', words: 'section.nextReturned' },
    { page: 'visual-insights', screen: 'board', words: 'section.nextBoard' },
  ],
};
