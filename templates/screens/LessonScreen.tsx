// Exercises from a workshop: a post, the votes of the room, and what its author answers; nine posts and a question.

import type { ReactNode } from 'react';
import { Bar, Face, Quotes, useFigures } from './parts.tsx';

const VOTES = 31;

const ANSWERS = [
  { word: 'section.screen.lessonComplaint', votes: 17, tone: 'negative', fill: '#ff5a3c' },
  { word: 'section.screen.lessonUnknown', votes: 8, tone: 'unclear', fill: '#f0a92e' },
  { word: 'section.screen.lessonPraise', votes: 6, tone: 'positive', fill: '#17a396' },
] as const;

/** The same exercise across a page: the post in large letters, and the room. */
export function VoteScreen(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="close query">
      <div className="pane">
        <p className="screen__label">
          <span>{t('section.screen.lessonQuestion')}</span> <span>{t('section.screen.lessonVotes', { n: VOTES })}</span>
        </p>
        <p className="photo__text">{t('section.screen.walkerSays')}</p>
        <p className="screen__label">{t('section.screen.walkerFrom')}</p>
      </div>
      <ul className="people-groups pane">
        {ANSWERS.map(({ word, votes, fill }) => (
          <li key={word}>
            <Hands votes={votes} fill={fill} />
            <br />
            <b className="plot__large">{number(votes)}</b> {t(word)}
          </li>
        ))}
      </ul>
      <p className="query__verdict people-groups">
        <span>
          {t('section.screen.lessonReply')} {t('section.screen.lessonReplyFrom')}
        </span>{' '}
        <span>{t('section.screen.lessonVerdict')}</span>
      </p>
    </div>
  );
}

const SKINS = ['#f1c6a4', '#b97a55', '#e6b48f', '#7a4a2f', '#f4cdb0', '#d9a27c'];
const SLEEVES = ['#24305a', '#1d53e0', '#0f8f84', '#8a5a8f', '#5b83f0', '#3f5f57', '#b94a3c'];
/** Distance of two hands, in pixels. */
const REACH = 46;

/** Raised hands in two rows, each with the card of an answer; the hands at the back stand between those at the front. */
function Hands({ votes, fill }: { readonly votes: number; readonly fill: string }): ReactNode {
  const front = Math.ceil(votes / 2);
  const width = front * REACH + (votes % 2 === 0 ? 28 : 10);
  const hands = Array.from({ length: votes }, (_, vote) =>
    vote < votes - front ? ([(vote + 0.5) * REACH, 4] as const) : ([(vote - votes + front) * REACH, 46] as const),
  );
  return (
    <svg viewBox={`0 0 ${width} 128`} width={width * 0.76} aria-hidden="true">
      {hands.map(([x, y], vote) => {
        const skin = SKINS[(vote * 5 + votes) % SKINS.length];
        return (
          <g key={`${x} ${y}`} transform={`translate(${x + 4} ${y}) rotate(${((vote * 7) % 5) * 3 - 6} 19 60)`}>
            <path d="M11 52h16v42h-16z" fill={SLEEVES[(vote * 3 + votes) % SLEEVES.length]} />
            <path d="M13 40h12v16h-12z" fill={skin} />
            <rect width="38" height="38" rx="5" fill={fill} stroke="#ffffff" strokeWidth="2" />
            <path d="M10 34q0-5 5-5h8q5 0 5 5v6q0 7-7 7h-4q-7 0-7-7z" fill={skin} />
          </g>
        );
      })}
    </svg>
  );
}

export function LessonScreen(): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="close lesson pane">
      <p className="pane__title">{t('section.screen.lessonQuestion')}</p>
      <div className="message">
        <Face number={2} />
        <p className="message__body">
          {t('section.screen.walkerSays')} <small>{t('section.screen.walkerFrom')}</small>
        </p>
      </div>
      <p className="screen__label">{t('section.screen.lessonVotes', { n: VOTES })}</p>
      <ul className="rows">
        {ANSWERS.map(({ word, votes, tone }) => (
          <li key={word}>
            {t(word)} <b>{number(votes)}</b>
            <Bar share={votes / VOTES} tone={tone} />
          </li>
        ))}
      </ul>
      <Quotes posts={[[t('section.screen.lessonReply'), t('section.screen.lessonReplyFrom')]]} />
      <p className="screen__hint">{t('section.screen.lessonVerdict')}</p>
    </div>
  );
}

/** Nine of the hundred posts of the first exercise, with its solution upside down, as in a book. */
export function FirstScreen(): ReactNode {
  const { t } = useFigures();
  const posts = [
    t('section.screen.firstOne'),
    t('section.screen.firstTwo'),
    t('section.screen.firstThree'),
    t('section.screen.firstFour'),
    t('section.screen.firstFive'),
    t('section.screen.firstSix'),
    t('section.screen.firstSeven'),
    t('section.screen.firstEight'),
    t('section.screen.firstNine'),
  ];
  const answer = t('section.screen.firstAnswer').split(' / ');
  return (
    <div className="close">
      <ol className="visual__grid panes--sheets">
        {posts.map((post, index) => (
          <li className="piece__sheet pane" key={post}>
            <p>
              <b>{index + 1}</b>
            </p>
            <p className="channel__alert">{post}</p>
          </li>
        ))}
      </ol>
      <div className="pane query__verdict people-groups">
        <p className="pane__title">{t('section.screen.firstAsk')}</p>
        <svg width="320" height="48" viewBox="0 0 320 48" role="img" aria-label={answer.join(' ')}>
          <g transform="rotate(180 160 24)" fill="currentColor" fontSize="15">
            {answer.map((line, index) => (
              <text key={line} x="0" y={18 + index * 22}>
                {line}
              </text>
            ))}
          </g>
        </svg>
      </div>
    </div>
  );
}

const INK = '#0c1531';
const DOTS = Array.from(
  { length: 100 },
  (_, index) => `M${15.9 + (index % 10) * 4.5} ${6.8 + Math.floor(index / 10) * 4.5}h0`,
);

/** Small pictures of the eight exercises of the academy. */
const EXERCISES = [
  <path key="posts" d={DOTS.join('')} stroke="#1d53e0" strokeWidth="3" strokeLinecap="round" />,
  <g key="topics">
    <path d="M9 14h26M9 27h18M9 40h22" stroke="#1d53e0" strokeWidth="8" strokeLinecap="round" />
    <path d="M43 24h17v10a8 8 0 0 1-17 0zM60 27h2a3.5 3.5 0 0 1 0 7h-2" fill="#fff" stroke={INK} strokeWidth="2.5" />
    <path d="M48 18q-2-3 0-6M55 18q-2-3 0-6" fill="none" stroke={INK} strokeWidth="2" strokeLinecap="round" />
  </g>,
  <g key="praise">
    <path d="M8 10h26v20H19l-6 6v-6H8z" fill="#17a396" />
    <path d="M38 18h26v20h-5v6l-6-6H38z" fill="#ff5a3c" />
    <path d="M14 21l5 5 9-10" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    <path d="M51 22v7M51 34h0" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" />
  </g>,
  <g key="baseline" fill="none" strokeWidth="3" strokeLinecap="round">
    <path d="M8 36l8-5 7 4 8-22 7 19 8-3 8 4 10-5" stroke="#ff5a3c" />
    <path d="M8 34q14-3 28-1t28-2" stroke={INK} strokeDasharray="1 6" />
  </g>,
  <g key="photos" fill="#fff" stroke={INK} strokeWidth="2">
    <path d="M8 17l18-4 4 21-18 4zM46 13l18 4-4 21-18-4z" />
    <path d="M26 15h20v25H26z" />
    <path d="M29 18h14v15H29z" fill="#ff8a3d" stroke="none" />
  </g>,
  <g key="logo">
    <path d="M20 20q0-3 3-3h26q3 0 3 3v22H20z" fill="#0c8576" />
    <path d="M28 33l8-10 8 10z" fill="#fff" />
    <path d="M14 18v-8h8M50 10h8v8M58 39v8h-8M22 47h-8v-8" fill="none" stroke="#ff5a3c" strokeWidth="3" />
  </g>,
  <g key="page">
    <path d="M22 6h28v42H22z" fill="#fff" stroke={INK} strokeWidth="2" />
    <path
      d="M31 20a5.5 5.5 0 1 1 7 5.3q-2 .7-2 4.2M36 36h0"
      fill="none"
      stroke="#1d53e0"
      strokeWidth="3.5"
      strokeLinecap="round"
    />
  </g>,
  <g key="aloud" strokeLinecap="round">
    <path d="M10 6h28v42H10z" fill="#fff" stroke={INK} strokeWidth="2" />
    <path d="M16 15h16M16 22h16M16 29h10" stroke="#bccbf3" strokeWidth="3" />
    <path d="M46 22v10M53 15v24M60 20v14" stroke="#ff5a3c" strokeWidth="4" />
  </g>,
];

export function Exercise({ number }: { readonly number: number }): ReactNode {
  return (
    <svg width="72" height="54" viewBox="0 0 72 54" aria-hidden="true">
      <rect width="72" height="54" rx="8" fill="#dfe8ff" />
      {EXERCISES[number]}
    </svg>
  );
}
