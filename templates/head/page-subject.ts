// The subject of a page for its structured data: an article, a webinar, an e-book, the platform.

import { hostOriginOf } from '../../config/site-address.ts';
import type { ImageInput, PageInput, SiteInput, WebinarProps } from '../page-input.ts';

/** Properties of a subject that are not in the head of its page. URLs are absolute. */
export type PageSubject =
  | {
      readonly kind: 'article';
      readonly headline: string;
      readonly description: string | null;
      readonly image: string | null;
      readonly author: string | null;
    }
  | {
      readonly kind: 'event';
      readonly name: string;
      readonly description: string | null;
      readonly image: string | null;
      /** ISO 8601. */
      readonly startDate: string;
      readonly endDate: string | null;
      readonly performers: readonly string[];
    }
  | {
      readonly kind: 'book';
      readonly name: string;
      readonly description: string | null;
      readonly image: string | null;
    }
  | { readonly kind: 'software'; readonly name: string; readonly description: string | null };

/** Most pages have none. The platform is the subject of product and pricing pages. */
export function findSubject(input: PageInput): PageSubject | null {
  const { site, head } = input;
  switch (input.template) {
    case 'article': {
      const { title: headline, description, image, author } = input.props;
      return { kind: 'article', headline, description, image: urlOf(image, site), author: author?.name ?? null };
    }
    case 'webinar':
      return createEvent(input.props, site);
    case 'e-book': {
      const { title: name, description, image } = input.props;
      return { kind: 'book', name, description, image: urlOf(image, site) };
    }
    case 'product':
    case 'pricing':
      return { kind: 'software', name: site.organization.name, description: head.description };
    default:
      return null;
  }
}

const MINUTE_MS = 60_000;
/** Length of a date without time. */
const DAY_LENGTH = 10;

/** A webinar without a start date is not an event. */
function createEvent(webinar: WebinarProps, site: SiteInput): PageSubject | null {
  const { title: name, description, image, startsAt, fields, speakers } = webinar;
  if (startsAt === null) return null;
  return {
    kind: 'event',
    name,
    description,
    image: urlOf(image, site),
    startDate: startsAt,
    endDate:
      !fields.duration_minutes || startsAt.length === DAY_LENGTH ? null : laterBy(startsAt, fields.duration_minutes),
    performers: speakers.map((speaker) => speaker.name),
  };
}

/** The offset of a time that is not in UTC: '+02:00'. */
const OFFSET = /([+-])(\d{2}):(\d{2})$/;

/** A later time with the same offset. */
function laterBy(moment: string, minutes: number): string {
  const [offset = 'Z', sign = '+', hours = '0', rest = '0'] = OFFSET.exec(moment) ?? [];
  const ahead = (Number(hours) * 60 + Number(rest)) * (sign === '-' ? -1 : 1);
  return new Date(Date.parse(moment) + (minutes + ahead) * MINUTE_MS).toISOString().replace('Z', offset);
}

/** A path that URL parsing does not change. */
const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*$/;

/** The absolute URL of an image. */
function urlOf(image: ImageInput | null, { origin, imageOrigin }: SiteInput): string | null {
  if (image === null) return null;
  const { src } = image;
  // An image that cannot be shown.
  if (src === 'data:,') return null;
  // Parsing the URL would take longer than the rest of the head.
  if (imageOrigin !== null && src.startsWith(imageOrigin)) return src;
  return PLAIN_PATH.test(src) ? `${hostOriginOf(origin)}${src}` : new URL(src, origin).href;
}
