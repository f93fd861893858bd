// The JSON-LD of subjects of pages: a webinar, an e-book, the platform (schema.org). Search engines may not show rich results for
// them (web standards, section 4).

import type { Book, Event, SoftwareApplication } from 'schema-dts';
import type { DocumentInput } from './document-input.ts';

/** An online event, with its page as its location. */
export function createEvent({ head, subject, languageTag }: DocumentInput, organizer: string): Event | null {
  if (subject?.kind !== 'event' || head.canonical === null) return null;
  return {
    '@type': 'Event',
    '@id': `${head.canonical}#event`,
    name: subject.name,
    inLanguage: languageTag,
    startDate: subject.startDate,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: head.canonical },
    organizer: { '@id': organizer },
    ...(subject.endDate === null ? {} : { endDate: subject.endDate }),
    ...(subject.description === null ? {} : { description: subject.description }),
    ...(subject.image === null ? {} : { image: subject.image }),
    ...(subject.performers.length === 0
      ? {}
      : { performer: subject.performers.map((name) => ({ '@type': 'Person' as const, name })) }),
  };
}

/** An e-book. */
export function createBook({ head, subject, languageTag }: DocumentInput, publisher: string): Book | null {
  if (subject?.kind !== 'book' || head.canonical === null) return null;
  return {
    '@type': 'Book',
    '@id': `${head.canonical}#book`,
    name: subject.name,
    inLanguage: languageTag,
    bookFormat: 'https://schema.org/EBook',
    author: { '@id': publisher },
    publisher: { '@id': publisher },
    url: head.canonical,
    ...(subject.description === null ? {} : { description: subject.description }),
    ...(subject.image === null ? {} : { image: subject.image }),
  };
}

/** The platform, without a rating, because the site has no reviews. */
export function createSoftware({ head, site, subject }: DocumentInput, publisher: string): SoftwareApplication | null {
  if (subject?.kind !== 'software' || head.canonical === null) return null;
  return {
    '@type': 'SoftwareApplication',
    '@id': `${site.origin}/#software`,
    name: subject.name,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    publisher: { '@id': publisher },
    url: head.canonical,
    ...(subject.description === null ? {} : { description: subject.description }),
  };
}
