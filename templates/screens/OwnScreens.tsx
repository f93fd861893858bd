// From our own desk: how a topic gets into the letter about trends and a letter, a bill, e-mails, a report and a sheet of benchmarks.

import type { ReactNode } from 'react';
import { TimedSteps } from './AlertsScreen.tsx';
import { SauceScene } from './case-scenes.tsx';
import { areaPath, linePath } from './charts.ts';
import { Exercise } from './LessonScreen.tsx';
import { Bar, useFigures } from './parts.tsx';

/** A letter about trends: five topics, each in the size of its growth, and a mistake. */
export function LetterFigure(): ReactNode {
  const { t } = useFigures();
  const topics = useTopics();
  // The longest line fills the width: a letter is a little wider than half its size.
  const size = Math.min(
    ...topics.map(([topic, growth, times]) => {
      const width = /\p{Script=Cyrillic}/u.test(topic) ? 1180 : 1250;
      return width / ((topic.length + growth.length + 1) * times);
    }),
  );
  return (
    <div className="rows">
      <p className="screen__label">
        {t('section.screen.letterTitle')} <b>{t('section.screen.letterSize')}</b>
      </p>
      <ol className="rows">
        {topics.map(([topic, growth, times], index) => (
          <li key={topic}>
            <span className="visually-hidden">
              {topic}: {growth}
            </span>
            <svg
              viewBox={`0 0 640 ${Math.round(size * times * 1.12) + (index === topics.length - 1 ? 14 : 0)}`}
              width="100%"
              fill="currentColor"
              aria-hidden="true"
            >
              <text y={size * times * 0.86} fontSize={size * times} fontWeight="640" letterSpacing="-0.03em">
                <tspan className="tone--negative" fill="var(--tone)">
                  {growth}
                </tspan>{' '}
                {topic}
              </text>
            </svg>
          </li>
        ))}
      </ol>
      <div className="query">
        <p className="query__verdict">
          <b>{t('section.screen.issueWrong')}</b>
        </p>
        <p className="screen__label">{t('section.screen.letterSame')}</p>
      </div>
    </div>
  );
}

/** The end of a letter, about the next one. */
export function StubFigure(): ReactNode {
  const { t } = useFigures();
  return (
    <>
      <p className="screen__label">{t('section.screen.stubDate')}</p>
      <p className="pane__title">{t('section.screen.stubText')}</p>
    </>
  );
}

export function BillScreen(): ReactNode {
  const { t } = useFigures();
  const lines = [
    [t('section.screen.billPlan'), t('section.screen.billPlanPrice')],
    [t('section.screen.billTerm'), t('section.screen.billTermPrice')],
  ] as const;
  return (
    <div className="close query">
      <p className="pane__title">{t('section.screen.billFor')}</p>
      <div>
        {lines.map(([line, price]) => (
          <p className="screen__label" key={line}>
            {line} <b>{price}</b>
          </p>
        ))}
      </div>
      <p className="pane__title screen__label">
        {t('section.screen.billSum')} <b>{t('section.screen.billSumPrice')}</b>
      </p>
      <p className="query__verdict">{t('section.screen.billNote')}</p>
    </div>
  );
}

/** The answer to a request. */
export function MailScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close query">
      <p>
        <b>{t('section.screen.mailName')}</b> · {t('section.screen.mailSubject')}
      </p>
      <p className="pane__title">{t('section.screen.mailText')}</p>
      <TimedSteps
        steps={[
          ['', t('section.screen.mailOne'), ''],
          ['', t('section.screen.mailTwo'), ''],
          ['', t('section.screen.mailThree'), ''],
        ]}
      />
      <p className="query__verdict">{t('section.screen.mailEnd')}</p>
    </div>
  );
}

/** The answer to somebody whose posts were removed. */
export function AnswerScreen(): ReactNode {
  const { t } = useFigures();
  const posts = [
    t('section.screen.answerPostOne'),
    t('section.screen.answerPostTwo'),
    t('section.screen.answerPostThree'),
    t('section.screen.answerPostFour'),
    t('section.screen.answerPostFive'),
  ];
  return (
    <div className="close query">
      <p>
        <b>{t('section.screen.answerFrom')}</b>
      </p>
      <p className="pane__title">{t('section.screen.answerText')}</p>
      <ol className="alerts__steps">
        {posts.map((post) => (
          <li key={post}>
            <p>
              <s>{post}</s>
            </p>
          </li>
        ))}
      </ol>
      <p className="query__verdict">{t('section.screen.erasureEnd')}</p>
      <p>{t('section.screen.answerSigned')}</p>
    </div>
  );
}

/** The eight exercises of the academy, two an evening; the first one is sent at once. */
export function LessonsScreen(): ReactNode {
  const { t } = useFigures();
  const lessons = [
    t('section.screen.lessonsOne'),
    t('section.screen.lessonsTwo'),
    t('section.screen.lessonsThree'),
    t('section.screen.lessonsFour'),
    t('section.screen.lessonsFive'),
    t('section.screen.lessonsSix'),
    t('section.screen.lessonsSeven'),
    t('section.screen.lessonsEight'),
  ];
  return (
    <ol className="panes panes--sheets close">
      {[0, 2, 4, 6].map((first) => (
        <Sheet key={first} title={t('section.screen.lessonsEvening', { n: first / 2 + 1 })}>
          {lessons.slice(first, first + 2).map((lesson, index) => (
            <div className="message" key={lesson}>
              <Exercise number={first + index} />
              <p className="message__body">
                <b>{lesson}</b>
                {first + index === 0 ? <small>{t('section.screen.lessonsSent')}</small> : null}
              </p>
            </div>
          ))}
        </Sheet>
      ))}
    </ol>
  );
}

/** Posts a week: in one of them a cook on television opened a jar with a spoon. */
const POSTS = [262, 244, 258, 270, 249, 255, 266, 258, 271, 253, 540, 262, 268];
const RANGE = { least: 0, most: 560 };
const USUAL = areaPath(
  POSTS.map(() => 290),
  POSTS.map(() => 225),
  RANGE,
);

/** The four pages of a report. */
export function PagesScreen(): ReactNode {
  const { t, number, percent } = useFigures();
  const posts = [
    t('section.screen.pagesPostOne'),
    t('section.screen.pagesPostTwo'),
    t('section.screen.pagesPostThree'),
  ];
  return (
    <ol className="panes panes--sheets close">
      <Sheet title={t('section.screen.pagesSense')}>
        <p className="photo__text">{t('section.screen.pagesSaid')}</p>
        <ul className="rows">
          <li>
            <span>{t('section.screen.pagesSauce', { share: percent(0.61) })}</span>
            <Bar share={0.61} />
          </li>
          <li>
            <span>{t('section.screen.pagesLid', { share: percent(0.58) })}</span>
            <Bar share={0.58} tone="negative" />
          </li>
        </ul>
      </Sheet>
      <Sheet title={t('section.screen.pagesVolume')}>
        <p className="screen__label">
          <b>{number(POSTS[0] ?? 0)}</b> <b>{number(Math.max(...POSTS))}</b>
        </p>
        <svg className="chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className="chart__usual" d={USUAL} />
          <path className="chart__line" d={linePath(POSTS, RANGE)} />
        </svg>
        <p>{t('section.screen.pagesWeeks', { usual: number(POSTS[0] ?? 0), peak: number(Math.max(...POSTS)) })}</p>
      </Sheet>
      <Sheet title={t('section.screen.pagesPhotos')}>
        <SauceScene />
        <p>{t('section.screen.pagesWithout', { n: 334, without: 209 })}</p>
      </Sheet>
      <Sheet title={t('section.screen.pagesPosts')}>
        <ul className="rows">
          {posts.map((post) => (
            <li key={post}>{post}</li>
          ))}
        </ul>
        <p>
          <b>{t('section.screen.pagesAdvice')}</b>
        </p>
      </Sheet>
    </ol>
  );
}

function Sheet({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <li className="piece__sheet pane">
      <p className="pane__title">{title}</p>
      {children}
    </li>
  );
}

/** The topics of the letter, each with how much it grew, as written and as a number. */
export function useTopics() {
  const { t } = useFigures();
  return [
    t('section.screen.issueOne'),
    t('section.screen.issueTwo'),
    t('section.screen.issueThree'),
    t('section.screen.issueFour'),
    t('section.screen.issueFive'),
  ].map((line) => {
    const cut = line.lastIndexOf(': ');
    const growth = line.slice(cut + 2);
    return [line.slice(0, cut), growth, Number(growth.replace(',', '.').replace(/[^\d.]/g, ''))] as const;
  });
}

/** A letter about trends: five topics, each with how much it grew, and a mistake. */
export function IssueScreen(): ReactNode {
  const { t } = useFigures();
  const topics = useTopics();
  const most = Math.max(...topics.map(([, , growth]) => growth));
  return (
    <div className="close query">
      <p className="pane__title">{t('section.screen.issueSubject')}</p>
      <ol className="rows">
        {topics.map(([topic, growth, times]) => (
          <li key={topic}>
            <span>{topic}</span>
            <b>{growth}</b>
            <Bar share={times / most} />
          </li>
        ))}
      </ol>
      <p className="query__verdict">{t('section.screen.issueWrong')}</p>
    </div>
  );
}

/** Four numbers of an industry, each with the middle half of its brands. */
export function SheetScreen(): ReactNode {
  const { t, percent } = useFigures();
  const yours = t('section.screen.negative');
  const share = (from: number, median: number, to: number) =>
    [percent(median), `${percent(from)}–${percent(to)}`, from, median, to] as const;
  const numbers = [
    [t('section.screen.positive'), ...share(0.31, 0.38, 0.46)],
    [yours, ...share(0.16, 0.22, 0.29)],
    [t('section.screen.unclear'), ...share(0.03, 0.06, 0.09)],
    [t('section.screen.sheetReply'), t('section.screen.sheetMedian'), t('section.screen.sheetRange'), 0.16, 0.28, 0.5],
  ] as const;
  return (
    <div className="close query">
      <ul className="rows">
        {numbers.map(([label, median, range, from, at, to]) => (
          <li key={label}>
            <span>
              {label} <small>{range}</small>{' '}
              {label === yours ? (
                <small className="tone tone--negative">{t('section.screen.sheetYours', { share: percent(0.3) })}</small>
              ) : null}
            </span>
            <b className="pane__title">{median}</b>
            <svg className="interval" viewBox="0 0 300 20" preserveAspectRatio="none" aria-hidden="true">
              <rect className="bar__ground" y="7" width="300" height="6" />
              <rect className="bar__share" x={from * 500} y="4" width={(to - from) * 500} height="12" opacity="0.4" />
              <rect x={at * 500 - 1.5} width="3" height="20" fill="currentColor" />
              {label === yours ? <rect x="149" width="4" height="20" fill="#ff5a3c" /> : null}
            </svg>
          </li>
        ))}
      </ul>
      <p className="query__verdict">{t('section.screen.sheetVerdict')}</p>
    </div>
  );
}

/** The three e-mails of an introduction, each a sheet. */
export function MailsScreen(): ReactNode {
  const { t } = useFigures();
  const mails = [
    [
      t('section.screen.mailsYours'),
      t('section.screen.mailsYoursDay'),
      t('section.screen.mailsYoursSubject'),
      t('section.screen.mailsYoursText'),
    ],
    [
      t('section.screen.mailsOurs'),
      t('section.screen.mailsOursDay'),
      t('section.screen.mailsOursSubject'),
      t('section.screen.mailsOursText'),
    ],
    [
      t('section.screen.mailsNice'),
      t('section.screen.mailsNiceDay'),
      t('section.screen.mailsNiceSubject', { sum: t('section.screen.tenthTeamYours') }),
      t('section.screen.mailsNiceText'),
    ],
  ] as const;
  return (
    <ol className="panes panes--sheets close">
      {mails.map(([whose, day, subject, text]) => (
        <li className="piece__sheet pane" key={whose}>
          <p className="screen__label">
            {whose} <span>{day}</span>
          </p>
          <p className="pane__title">{subject}</p>
          {text.split(' / ').map((part) => (
            <p key={part}>{part}</p>
          ))}
        </li>
      ))}
    </ol>
  );
}
