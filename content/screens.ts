// The product screens that editors can place next to a title or text, or in a section of their own.

import * as field from './fields.ts';

const SCREENS = {
  overview: 'A post, its picture and the month',
  mentions: 'List of mentions with filters',
  visual: 'Pictures with recognised logos',
  copilot: 'Answer of the copilot with its sources',
  alerts: 'One hour of an alert',
  dashboard: 'Dashboard',
  audience: 'Groups of an audience',
  competitors: 'Share of voice of competitors',
  influencers: 'Followers against answers',
  research: 'Answers of a market with their intervals',
  health: 'Brand health over a year',
  refusal: 'Question that the copilot refuses, with the few posts it found',
  phone: 'Alert at night on a phone',
  query: 'Query with the posts it must find and must not find',
  message: 'Alert as a message in a channel',
  thread: 'Thread below an alert',
  launch: 'Launch day of a competitor',
  found: 'Picture with a logo that no text names',
  doubt: 'Picture with a doubtful logo',
  baseline: 'Median and average after one viral day',
  words: 'Words of a group next to those of the home page',
  sample: 'Sample of a study, and who is not in it',
  unasked: 'Answers that a survey did not offer',
  delivery: 'Webhook with its attempts',
  switching: 'People who changed brands, and why',
  voice: 'One influencer, close',
  lesson: 'Exercise of a workshop',
  halfHour: 'A demo, minute by minute',
  routes: 'Alert on its way to other tools',
} as const;

/** A product screen; each is one component of `templates/screens/`. */
export type ScreenId = keyof typeof SCREENS;

/** The ids of all screens. */
export const SCREEN_IDS = field.valuesOf(SCREENS);

/** A screen as an editor chooses it, or null. */
export const screenChoice = field.choice(SCREENS);
