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
  routes: 'Post on its way to other tools',
  badQuestions: 'Questions that the copilot answers in another way',
  fair: 'Picture of a fair with four logos',
  letter: 'Topics of a letter about trends, and what was left out',
  bill: 'Bill of a month',
  irony: 'Piece for a card: post with irony',
  copies: 'Piece for a card: story with its copies',
  reply: 'Piece for a card: question and reply',
  tones: 'Piece for a card: mentions by tone',
  original: 'Piece for a card: what is kept of a post',
  namesake: 'Piece for a card: brand and namesake',
  spellings: 'Piece for a card: spellings of the brand',
  owners: 'Piece for a card: tags and who acts on them',
  cited: 'Piece for a card: sentence with its source',
  volume: 'Piece for a card: mentions of a year',
  shares: 'Piece for a card: share of voice',
  moves: 'Piece for a card: who left whom',
  interests: 'Piece for a card: interests of a group',
  hours: 'Piece for a card: posts by hour',
  word: 'Piece for a card: word of a group and of the home page',
  oneVoice: 'Piece for a card: one influencer',
  questions: 'Piece for a card: questions to a rival',
  praise: 'Piece for a card: praise of a rival',
  silence: 'Piece for a card: how much a rival answers',
  logo: 'Piece for a card: old and new logo',
  shoulder: 'Piece for a card: product without its logo',
  scene: 'Piece for a card: picture with its place',
  inscription: 'Piece for a card: picture with a number to read',
  board: 'Piece for a card: board behind a pitch',
  fake: 'Piece for a card: possible fake',
  use: 'Piece for a card: product in use',
  shelf: 'Piece for a card: shelf of a shop',
} as const;

/** A product screen; each is one component of `templates/screens/`. */
export type ScreenId = keyof typeof SCREENS;

/** The ids of all screens. */
export const SCREEN_IDS = field.valuesOf(SCREENS);

/** A screen as an editor chooses it, or null. */
export const screenChoice = field.choice(SCREENS);
