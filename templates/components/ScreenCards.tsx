// Cards that hold the corner of a product screen each.

import type { ReactNode } from 'react';
import type { ScreenId } from '../../content/screens.ts';
import { ScreenCrop } from '../screens/Screen.tsx';
import './ScreenCards.css';

interface ScreenCardsProps {
  /** The first card is large, the others are rows beside it. */
  readonly hasLead?: boolean;
  readonly children: ReactNode;
}

export function ScreenCards({ hasLead = false, children }: ScreenCardsProps): ReactNode {
  return <ul className={hasLead ? 'screen-cards screen-cards--lead' : 'screen-cards'}>{children}</ul>;
}

/** A card with words above its screen. A `sight` is a link as a whole: it has one link, which covers the card. */
export function ScreenCard({
  screen,
  isLinked,
  isWide = false,
  children,
}: {
  readonly screen: ScreenId | null;
  readonly isLinked: boolean;
  /** On phones, its words are enough. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li className={isLinked ? 'screen-card sight' : 'screen-card'}>
      <div className="screen-card__words">{children}</div>
      {screen === null ? null : <ScreenCrop id={screen} isWide={isWide} />}
    </li>
  );
}
