// What a page is about beyond itself: a webinar, an e-book, the platform. Vocabulary of schema.org; none of them
// promises a rich result (web standards, section 4).

import type { Book, Event, SoftwareApplication } from 'schema-dts';
import type { DocumentInput } from '../page-input.ts';

/** An online event; its place is its page. */
export function createEvent({ head, structuredData, languageTag }: DocumentInput, organizer: string): Event | null {
  const { event } = structuredData;
  if (event === null || head.canonical === null) return null;
  return {
    '@type': 'Event',
    '@id': `${head.canonical}#event`,
    name: event.name,
    inLanguage: languageTag,
    startDate: event.startDate,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: head.canonical },
    organizer: { '@id': organizer },
    ...(event.endDate === null ? {} : { endDate: event.endDate }),
    ...(event.description === null ? {} : { description: event.description }),
    ...(event.image === null ? {} : { image: event.image }),
    ...(event.performers.length === 0
      ? {}
      : { performer: event.performers.map((name) => ({ '@type': 'Person' as const, name })) }),
  };
}

/** An e-book of ours. */
export function createBook({ head, structuredData, languageTag }: DocumentInput, publisher: string): Book | null {
  const { book } = structuredData;
  if (book === null || head.canonical === null) return null;
  return {
    '@type': 'Book',
    '@id': `${head.canonical}#book`,
    name: book.name,
    inLanguage: languageTag,
    bookFormat: 'https://schema.org/EBook',
    author: { '@id': publisher },
    publisher: { '@id': publisher },
    url: head.canonical,
    ...(book.description === null ? {} : { description: book.description }),
    ...(book.image === null ? {} : { image: book.image }),
  };
}

/** The platform. Without reviews of our own it has no rating, and says none. */
export function createSoftware(
  { head, site, structuredData }: DocumentInput,
  publisher: string,
): SoftwareApplication | null {
  const { software } = structuredData;
  if (software === null || head.canonical === null) return null;
  return {
    '@type': 'SoftwareApplication',
    '@id': `${site.origin}/#software`,
    name: software.name,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    publisher: { '@id': publisher },
    url: head.canonical,
    ...(software.description === null ? {} : { description: software.description }),
  };
}
