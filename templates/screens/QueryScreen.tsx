// A query with the posts that it must find and must not find, after a change that lost one of them; and an alert on its way
// to a server, with its attempts; and tools that customers asked for.

import type { ReactNode } from 'react';
import { Bar, BRAND, useFigures } from './parts.tsx';

/** The brand, also as people misspell it. */
const NAMES = '(kestrel OR kestrl)';

export function QueryScreen(): ReactNode {
  const { t } = useFigures();
  const word = t('section.screen.queryWord');
  const without = `NOT ${word}`;
  const lost = t('section.screen.queryLost', { without });
  return (
    <div className="close query">
      <div className="query__text">
        <p className="screen__label">
          <span>{t('section.screen.queryName')}</span> <span>{t('section.screen.queryOwner')}</span>
        </p>
        <code className="query__code">
          <span>{NAMES}</span>
          <span>{t('section.screen.queryThings')}</span>
          <ins>
            {without} <small>{t('section.screen.queryChanged')}</small>
          </ins>
        </code>
      </div>
      <Tests title={t('section.screen.queryMust')} result={t('section.screen.queryPassed', { passed: 4, all: 5 })}>
        <TestPost text={t('section.screen.queryPostOne')} />
        <TestPost text={t('section.screen.queryPostTwo')} />
        <TestPost text={t('section.screen.queryPostThree')} />
        <TestPost text={t('section.screen.queryPostFour')} />
        <TestPost text={t('section.screen.queryPostFive')} fault={{ word, note: lost }} />
      </Tests>
      <Tests title={t('section.screen.queryMustNot')} result={t('section.screen.queryPassed', { passed: 2, all: 2 })}>
        <TestPost text={t('section.screen.queryPostSix')} isOut />
        <TestPost text={t('section.screen.queryPostSeven')} isOut />
      </Tests>
      <p className="query__verdict">{t('section.screen.queryVerdict', { without })}</p>
    </div>
  );
}

interface TestsProps {
  readonly title: string;
  readonly result?: string;
  readonly children: ReactNode;
}

export function Tests({ title, result, children }: TestsProps): ReactNode {
  return (
    <div className="query__tests">
      <p className="screen__label">
        <b>{title}</b> {result === undefined ? null : <span>{result}</span>}
      </p>
      <ul className="rows">{children}</ul>
    </div>
  );
}

interface TestPostProps {
  readonly text: string;
  /** Whether the query rightly leaves the post out. */
  readonly isOut?: boolean;
  /** Why the query misses the post. */
  readonly fault?: { readonly word: string; readonly note: string };
}

export function TestPost({ text, isOut = false, fault }: TestPostProps): ReactNode {
  const marked = fault?.word ?? (isOut ? '' : `${BRAND}|kestrl`);
  const parts = marked === '' ? [text] : text.split(new RegExp(`(${marked})`, 'iu'));
  const state = fault !== undefined ? 'lost' : isOut ? 'out' : 'found';
  return (
    <li className={`test test--${state}`}>
      <span>
        {parts.map((part, index) => (index % 2 === 1 ? <mark key={part}>{part}</mark> : part))}
        {fault === undefined ? null : <small>{fault.note}</small>}
      </span>
    </li>
  );
}

/** A message to a server. Its keys are part of the interface, and the same in all languages. */
const REQUEST = 'POST /hooks/alerts HTTP/1.1';
const SIGNATURE = ['X-Signature:', 'sha256=9f2c…b7'] as const;

export function DeliveryScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close query">
      <div className="query__text">
        <code className="query__code">
          <span>{REQUEST}</span>
          <ins>
            <span>
              <b>{SIGNATURE[0]}</b> <span className="is-good">{SIGNATURE[1]}</span>
            </span>{' '}
            <small>{t('section.screen.deliverySigned')}</small>
          </ins>
          <span>{'{'}</span>
          <Field name="alert" value={`"${t('section.screen.deliveryAlert')}"`} />
          <Field name="batch" value={'"0388"'} />
          <Field name="posts" value="6" isLast />
          <span>{'}'}</span>
        </code>
      </div>
      <Tests title={t('section.screen.deliveries')} result={t('section.screen.queryPassed', { passed: 2, all: 3 })}>
        <li className="test">{t('section.screen.deliveryArrived', { time: '03:12:03', n: 84 })}</li>
        <li className="test test--lost">
          <span>
            {t('section.screen.deliveryRefused', { time: '03:21:10' })}
            <small>{t('section.screen.deliveryAsleep')}</small>
          </span>
        </li>
        <li className="test">{t('section.screen.deliveryArrived', { time: '03:21:40', n: 91 })}</li>
      </Tests>
      <p className="query__verdict">{t('section.screen.deliveryVerdict')}</p>
    </div>
  );
}

function Field({
  name,
  value,
  isLast = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly isLast?: boolean;
}): ReactNode {
  return (
    <span>
      {'\u00a0\u00a0'}
      <b>"{name}"</b>: <span className={value.startsWith('"') ? 'is-good' : 'tone--negative'}>{value}</span>
      {isLast ? '' : ','}
    </span>
  );
}

/** Connections that customers asked for: the third wish decides. */
const WISHES = 3;

export function WishesScreen(): ReactNode {
  const { t } = useFigures();
  const wishes = [
    ['Trello', 3],
    ['Mattermost', 2],
    ['Airtable', 2],
    [t('section.screen.wishFax'), 1],
  ] as const;
  return (
    <div className="close routes pane">
      <ul className="rows">
        {wishes.map(([tool, votes]) => (
          <li key={tool}>
            <b>{tool}</b>
            <span>
              {votes === WISHES
                ? t('section.screen.wishBuilt')
                : t('section.screen.queryPassed', { passed: votes, all: WISHES })}
            </span>
            <Bar share={votes / WISHES} tone={votes === WISHES ? 'positive' : 'accent'} />
          </li>
        ))}
      </ul>
    </div>
  );
}
