// Creates the inputs of people, clients, offices and questions.

import type { Entry } from '../../../content/collections.ts';
import type { ClientInput, OfficeInput, PersonInput, QuestionInput } from '../../../templates/page-input.ts';
import { placeOfEntry } from '../../errors.ts';
import { createImage, isEntry } from './block-inputs.ts';
import type { LocaleContext, PageContext } from './locale-context.ts';
import { splitPhones } from './office-phones.ts';

/** A member of the team, or a speaker. */
export function createPerson(context: LocaleContext, person: Entry<'team'>): PersonInput {
  return {
    name: person.title,
    position: person.position,
    department: person.department,
    photo: person.photo === null ? null : createImage(context, person.photo),
    bio: person.bio,
    languageTag: person.language ?? context.row.languageTag,
  };
}

/** A client, with a link to its story. */
export function createClient(context: LocaleContext, client: Entry<'clients'>): ClientInput {
  return {
    name: client.title,
    industries: (client.industry ?? []).map(({ slug, title }) => ({ slug, title })),
    description: client.short_description,
    logo: client.logo === null ? null : createImage(context, client.logo),
    quote: client.quote,
    quoteAuthor: client.quote_author,
    portrait: client.portrait === null ? null : createImage(context, client.portrait),
    figure:
      client.figure === null
        ? null
        : { value: client.figure, label: client.figure_label, source: client.figure_source },
    link: client.link === null ? null : context.links.resolve(context.word('clients.story'), client.link),
    story: createStory(client),
  };
}

function createStory(client: Entry<'clients'>): ClientInput['story'] {
  const { before, found, changed } = client;
  if (before === null || found === null || changed === null) return null;
  return {
    id: `story-${client.slug}`,
    before: { text: before, figure: client.before_figure },
    found: { text: found, figure: client.figure },
    changed: { text: changed, figure: client.changed_figure },
    screen: client.screen,
    posts: client.posts ?? [],
  };
}

export function createOffice(context: LocaleContext, office: Entry<'offices'>): OfficeInput {
  const { title, city, country, address, email, languages, coordinates, opens, closes, time_zone } = office;
  return {
    ...{ title, city, country, address, email, languages },
    phones: splitPhones(office),
    photo: office.photo === null ? null : createImage(context, office.photo),
    place: coordinates,
    hours: opens === null || closes === null ? null : { opens, closes },
    timeZone: time_zone,
  };
}

export function createOffices(context: PageContext): readonly OfficeInput[] {
  const { offices } = context.collections;
  context.notes.show('office', 'offices', offices);
  return offices.map((office) => createOffice(context, office));
}

/** The questions of `faq` that belong to a page and have an answer. */
export function createQuestions(context: PageContext, page: Entry<'pages'>): readonly QuestionInput[] {
  return context.collections.faq.flatMap((entry) => {
    const { title, answer, shown_on, page: older } = entry;
    if (![...shown_on, ...older].some(({ id }) => isEntry(page, id))) return [];
    if (answer === null) {
      context.notes.report({
        code: 'QUESTION_UNANSWERED',
        severity: 'notice',
        where: placeOfEntry({ collection: 'faq', site: context.row.site, title, editUrl: entry.edit_url }, 'answer'),
        what: `The question "${title}" has no answer, so its page leaves it out.`,
        fix: 'Write the answer, or unpublish the question.',
      });
      return [];
    }
    context.notes.show('question', 'faq', [entry]);
    return [{ question: title, answer }];
  });
}
