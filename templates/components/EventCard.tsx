// A webinar in a list. The whole card is clickable.

import type { ReactNode } from 'react';
import type { EventCardInput } from '../page-input.ts';
import { CardFrame } from './Card.tsx';
import { EventFacts } from './EventFacts.tsx';

export function EventCard({ card, isFirst }: { readonly card: EventCardInput; readonly isFirst: boolean }): ReactNode {
  return (
    <CardFrame card={card} level={3} isFirst={isFirst}>
      <EventFacts startsAt={card.startsAt} durationMinutes={card.durationMinutes} />
    </CardFrame>
  );
}
