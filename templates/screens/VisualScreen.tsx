// The picture inbox: recognised logos in their frames, a pile of doubts, and the facts of the chosen picture.

import type { ReactNode } from 'react';
import { useFigures } from './parts.tsx';
import { PicnicScene, ShelfScene, StallScene, SummitScene, TrainScene, WardScene } from './scenes.tsx';
import { BeachScene, BlanketScene, BreakScene, CampScene, GroceryScene, SofaScene } from './snacks.tsx';

export function VisualScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <Inbox counts={[412, 375, 37, 3]}>
      <Picture place={t('section.screen.train')} match={0.97}>
        <TrainScene />
      </Picture>
      <Found />
      <Picture place={t('section.screen.picnic')} match={0.63} isDoubt>
        <PicnicScene />
      </Picture>
      <Picture place={t('section.screen.stall')} match={0.54} isDoubt>
        <StallScene />
      </Picture>
    </Inbox>
  );
}

/** Three pictures of flasks, found with certainty; on a phone as a pair, if they are alone. */
export function Found({ isPair = false }): ReactNode {
  const { t } = useFigures();
  return (
    <>
      <Picture place={t('section.screen.ward')} match={0.94}>
        <WardScene />
      </Picture>
      <Picture place={t('section.screen.summit')} match={0.91}>
        <SummitScene />
      </Picture>
      <Picture place={t('section.screen.shelf')} match={0.88} isWide={isPair}>
        <ShelfScene />
      </Picture>
    </>
  );
}

/** The inbox of a maker of crisps. */
export function SnacksScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <Inbox counts={[73_150, 72_502, 648, 11]}>
      <Picture place={t('section.screen.sofa')} match={0.66} isDoubt note={t('section.screen.sofaWhy')}>
        <SofaScene />
      </Picture>
      <Picture place={t('section.screen.beach')} match={0.96}>
        <BeachScene />
      </Picture>
      <Picture place={t('section.screen.lunchBreak')} match={0.94}>
        <BreakScene />
      </Picture>
      <Picture place={t('section.screen.camp')} match={0.92}>
        <CampScene />
      </Picture>
      <Picture place={t('section.screen.shelf')} match={0.89} isWide>
        <GroceryScene />
      </Picture>
      <Picture place={t('section.screen.stall')} match={0.58} isDoubt>
        <BlanketScene />
      </Picture>
    </Inbox>
  );
}

interface InboxProps {
  /** All pictures, the certain ones, those in doubt, and possible fakes. */
  readonly counts: readonly [number, number, number, number];
  readonly children: ReactNode;
}

function Inbox({ counts: [all, sure, doubt, fakes], children }: InboxProps): ReactNode {
  const { t, number } = useFigures();
  return (
    <div className="visual">
      <ul className="screen__chips">
        <li className="chip chip--on">
          {t('section.screen.all')} <b>{number(all)}</b>
        </li>
        <li className="chip">
          {t('section.screen.sure')} <b>{number(sure)}</b>
        </li>
        <li className="chip">
          {t('section.screen.doubt')} <b>{number(doubt)}</b>
        </li>
        <li className="chip">
          {t('section.screen.fakes')} <b>{number(fakes)}</b>
        </li>
      </ul>
      <ul className="visual__grid">{children}</ul>
    </div>
  );
}

interface PictureProps {
  readonly place: string;
  /** How certain the match is, from 0 to 1. */
  readonly match: number;
  readonly isDoubt?: boolean;
  /** Why a person decides, in a picture of four times the size. */
  readonly note?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Picture({ place, match, isDoubt = false, note, isWide = false, children }: PictureProps): ReactNode {
  const { t, percent } = useFigures();
  return (
    <li className={`visual__item${isWide ? ' wide' : ''}${note === undefined ? '' : ' visual__item--large'}`}>
      {children}
      <p>
        <b>{place}</b> <span className={isDoubt ? 'chip chip--warm' : 'chip chip--found'}>{percent(match)}</span>
        {isDoubt ? <small>{note ?? t('section.screen.decide')}</small> : null}
      </p>
    </li>
  );
}

/** The points of a logo that is alone in its picture. */
export function PictureFacts({ size, sharpness }: { readonly size: number; readonly sharpness: number }): ReactNode {
  const { t } = useFigures();
  return (
    <dl className="facts">
      <div>
        <dt>{t('section.screen.size')}</dt>
        <dd>{t('section.screen.queryPassed', { passed: size, all: 40 })}</dd>
      </div>
      <div>
        <dt>{t('section.screen.sharpness')}</dt>
        <dd>{t('section.screen.queryPassed', { passed: sharpness, all: 35 })}</dd>
      </div>
      <div>
        <dt>{t('section.screen.company')}</dt>
        <dd>{t('section.screen.queryPassed', { passed: 25, all: 25 })}</dd>
      </div>
    </dl>
  );
}
