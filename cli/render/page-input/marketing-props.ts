// Creates the props of pages with sections.

import { CARDS_PER_STEP } from '../../../config/constants.ts';
import type { Block } from '../../../content/blocks.ts';
import type { Entry } from '../../../content/collections.ts';
import { type Asset, placeInList } from '../../../content/fields.ts';
import { NEXT_PAGES } from '../../../content/next-pages.ts';
import type {
  BannerInput,
  CareersProps,
  ClientInput,
  ClientsProps,
  ImageInput,
  MarketingProps,
  PersonInput,
  PlanInput,
  SectionBody,
  SectionInput,
  UseCaseProps,
  WordsPageProps,
} from '../../../templates/page-input.ts';
import { plainTextOf } from '../../text/find-attributes.ts';
import { createBanner } from './banner-input.ts';
import { createBlockInputs, createFormInput, createImage, createLink } from './block-inputs.ts';
import { createCards } from './card-inputs.ts';
import type { PageContext } from './locale-context.ts';
import { createClient, createOffices, createPerson, createQuestions } from './people-inputs.ts';
import { reportOddPoints } from './point-case.ts';

type PageEntry = Entry<'pages'>;
type Section = NonNullable<PageEntry['sections']>[number];

/** The props of a page with texts only. */
export const EMPTY_PAGE = {
  ...{ image: null, screen: null, link: null, secondLink: null },
  ...{ content: [], sections: [] },
};

/** Opening, sections and content of a page entry. */
export function createMarketingProps(context: PageContext, entry: PageEntry): MarketingProps {
  const sections = entry.sections ?? [];
  // Else the content is below all sections.
  const isPlaced = sections.some(({ kind }) => kind === 'content');
  return {
    title: entry.title,
    subtitle: entry.subtitle,
    image: entry.image === null ? null : createOpeningImage(context, entry.image, entry.image_small),
    screen: entry.screen,
    link: createLink(context, entry.cta_label, entry.cta_link),
    secondLink: createLink(context, entry.second_label, entry.second_link),
    content: isPlaced ? [] : createBlockInputs(context, contentOf(entry)),
    sections: sections.flatMap((section, index) =>
      createSection(context, section, { page: entry, number: index + 1, at: placeInList(sections, index) }),
    ),
  };
}

function createOpeningImage(context: PageContext, image: Asset, small: Asset | null): ImageInput {
  const input = createImage(context, image);
  return small === null ? input : { ...input, small: context.images.resolve(small, input.alt) };
}

/** The same of a page that can exist without an entry. */
export function createOptionalProps(
  context: PageContext,
  entry: PageEntry | null,
): Omit<WordsPageProps, 'page' | 'form'> {
  return entry === null ? { title: null, subtitle: null, ...EMPTY_PAGE } : createMarketingProps(context, entry);
}

/** The page of a use case, with those of the two to go on with that the locale has. */
export function createUseCaseProps(context: PageContext, entry: PageEntry): UseCaseProps {
  const next = (NEXT_PAGES[entry.slug] ?? []).flatMap(({ page, screen, words }) => {
    const href = context.hrefOfPage(page);
    if (href === null) return [];
    const label = context.word(`common.menu.${page}`);
    return { page, label, href, isOuter: false, description: context.word(words), screen };
  });
  return { ...createMarketingProps(context, entry), next };
}

/** The default texts of the demo form. */
export function takeFormTexts({ shared, notes }: PageContext) {
  const { general } = shared.formBlocks;
  if (general !== null) notes.show('form', 'pages_block', [general]);
  return general;
}

export function createPriceBanner({ locale, links, images, notes }: PageContext): BannerInput | null {
  const banner = createBanner(locale.globals.price_page_banner, links, images);
  if (banner !== null) notes.show('banner', 'globals', [{ id: 'price_page_banner' }]);
  return banner;
}

/** Clients by industry, in order of first use. */
export function createIndustries(context: PageContext): ClientsProps['industries'] {
  const clients = createClients(context);
  const titles = new Map(
    clients.flatMap(({ industries }) => industries.map(({ slug, title }) => [slug, title] as const)),
  );
  return [...titles].map(([slug, title]) => ({
    slug,
    title,
    clients: clients.filter(({ industries }) => industries.some((industry) => industry.slug === slug)),
  }));
}

/** The team by department, in order of first use, without people who have none. */
export function createDepartments(context: PageContext): CareersProps['departments'] {
  const people = createTeam(context);
  const titles = new Set(people.flatMap(({ department }) => (department === null ? [] : [department])));
  return [...titles].map((title) => ({ title, people: people.filter(({ department }) => department === title) }));
}

/** Everybody whose entry is in the language of the locale. */
export function createTeam(context: PageContext): readonly PersonInput[] {
  const { languageTag } = context.row;
  const team = context.collections.team.filter(({ language }) => language === null || language === languageTag);
  context.notes.show('person', 'team', team);
  return team.map((entry) => createPerson(context, entry));
}

export function createClients(context: PageContext): readonly ClientInput[] {
  context.notes.show('client', 'clients', context.collections.clients);
  return context.collections.clients.map((entry) => createClient(context, entry));
}

/** The page of a section, and its number from 1. */
interface SectionPlace {
  readonly page: PageEntry;
  readonly number: number;
  /** Where it is in the list as the service sent it. */
  readonly at: number;
}

/** Creates a section. Reports empty sections and leaves them out. The first of a kind has an id. */
function createSection(context: PageContext, section: Section, place: SectionPlace): readonly SectionInput[] {
  const { page, number } = place;
  const body = createSectionBody(context, section, place);
  if (body === null) {
    reportEmptySection(context, section, place);
    return [];
  }
  reportPoints(context, section, place);
  return [
    {
      id: page.sections?.findIndex((other) => kindOf(other) === body.kind) === number - 1 ? body.kind : null,
      title: section.title,
      text: section.text,
      image: section.image === null ? null : createImage(context, section.image),
      link: createLink(context, section.cta_label, section.cta_link),
      ...body,
    },
  ];
}

const kindOf = ({ kind }: Section) => kind ?? 'text';

function reportPoints(context: PageContext, section: Section, { at }: SectionPlace): void {
  const lists = [section, ...(section.items ?? [])].map((owner) => owner.points ?? []);
  for (const [index, points] of lists.entries())
    reportOddPoints(
      context,
      points,
      `sections.${at}${index === 0 ? '' : `.items.${placeInList(section.items ?? [], index - 1)}`}.points`,
    );
}

function createSectionBody(context: PageContext, section: Section, { page, number }: SectionPlace): SectionBody | null {
  const kind = kindOf(section);
  switch (kind) {
    case 'text':
      return isFilled(section) ? { kind } : null;
    case 'quote':
      return isFilled(section) ? { kind, screen: section.screen } : null;
    case 'cta':
      return isFilled(section) ? { kind, screen: section.screen } : null;
    case 'split':
      return isFilled(section) ? { kind, points: section.points ?? [], screen: section.screen } : null;
    case 'screen':
      return section.screen === null ? null : { kind, screen: section.screen };
    case 'features':
    case 'steps':
    case 'logos':
    case 'directory':
    case 'jobs':
      return unlessEmpty(createItems(context, section), (items) => ({ kind, items }));
    case 'stats':
      return unlessEmpty(
        createItems(context, section).filter(({ value }) => value !== null),
        (items) => ({ kind, items, source: section.source, screen: section.screen }),
      );
    case 'plans':
      return unlessEmpty(section.items ?? [], (items) => ({
        ...{ kind, billing: section.billing ?? [] },
        items: items.map((item) => createPlan(context, item)),
      }));
    case 'comparison':
      return unlessEmpty(listFilledRows(section), (rows) => ({ kind, head: section.head ?? [], rows }));
    case 'form':
      return { kind, form: createSectionForm(context, section, number), screen: section.screen };
    case 'faq':
      return unlessEmpty(createQuestions(context, page), (questions) => ({ kind, questions }));
    case 'clients':
      return unlessEmpty(createClients(context), (clients) => ({ kind, clients }));
    case 'team':
      return unlessEmpty(createPeople(context, section), (people) => ({ kind, people }));
    case 'offices':
      return unlessEmpty(createOffices(context), (offices) => ({ kind, offices }));
    case 'articles':
      return unlessEmpty(
        createArticles(context, section.category, section.limit ?? undefined, page.language),
        (articles) => ({ kind, articles }),
      );
    case 'content':
      return unlessEmpty(createBlockInputs(context, contentOf(page)), (blocks) => ({ kind, blocks }));
  }
}

/** A section without items shows at least one of these. */
function isFilled({ title, text, image, screen, points, cta_label: label, cta_link: link }: Section): boolean {
  const hasButton = label !== null && link !== null;
  return hasButton || (points ?? []).length > 0 || [title, text, image, screen].some((part) => part !== null);
}

const NOTHING = 'Nothing of it is filled in.';
/** Why a section is empty, for sections without items. */
const REASON_BY_KIND: Readonly<Partial<Record<SectionBody['kind'], string>>> = {
  text: NOTHING,
  quote: NOTHING,
  cta: NOTHING,
  split: NOTHING,
  screen: 'No product screen is chosen.',
  faq: 'No published entry of faq with an answer names this page in shown_on.',
  clients: 'The collection clients is empty in this site.',
  team: 'The collection team is empty in this site, or nobody is in its department.',
  offices: 'The collection offices is empty in this site.',
  articles: 'No article is published in this site, or none in its category.',
  content: 'The page has no text.',
};

function reportEmptySection({ notes }: PageContext, section: Section, { page, at: place }: SectionPlace): void {
  const kind = kindOf(section);
  const reason = REASON_BY_KIND[kind] ?? 'It has no items.';
  const at = page.edit_url === null ? 'in the control panel' : `at ${page.edit_url}`;
  notes.report({
    code: 'SECTION_EMPTY',
    where: { field: `sections.${place}` },
    what: `The section "${kind}" is empty and was left out. ${reason}`,
    fix: `${kind === 'faq' ? 'Choose this page in shown_on of its questions' : 'Fill it'}, or remove the section from the page ${at}, and build again.`,
  });
}

/** Without the rows that an editor added and left empty: a row with one text begins a group, and these would begin nameless ones. */
function listFilledRows({ rows }: Section): readonly (readonly string[])[] {
  return (rows ?? []).map(({ cells }) => cells).filter((cells) => cells.some((cell) => cell !== ''));
}

function unlessEmpty<T, S extends SectionBody>(list: readonly T[], create: (list: readonly T[]) => S): S | null {
  return list.length === 0 ? null : create(list);
}

/** The form shows the heading and text of its section. */
function createSectionForm(context: PageContext, section: Section, number: number) {
  return createFormInput(context, section.form ?? 'demo', {
    id: `section-form-${number}`,
    texts: { ...section, text: section.text === null ? null : plainTextOf(section.text), button: section.cta_label },
  });
}

function createItems(context: PageContext, { items }: Section) {
  return (items ?? []).map((item) => createItem(context, item));
}

type Item = NonNullable<Section['items']>[number];

function createItem(context: PageContext, { title, text, value, image, screen, link, link_label, points }: Item) {
  return {
    ...{ title, text, value, screen },
    image: image === null ? null : createImage(context, image),
    link: createLink(context, link_label ?? title, link),
    points: points ?? [],
  };
}

function createPlan(context: PageContext, item: Item): PlanInput {
  const { badge, period, volumes, other_value: value, other_period: otherPeriod } = item;
  return {
    ...createItem(context, item),
    ...{ badge, period, volumes: volumes ?? [] },
    otherPrice: value === null ? null : { value, period: otherPeriod },
  };
}

/** Everybody of the team, or of one department. */
function createPeople(context: PageContext, { category }: Section): readonly PersonInput[] {
  const people = createTeam(context);
  return category === null ? people : people.filter(({ department }) => department === category);
}

/** Cards of the newest articles, of one category (by slug) or of all. A page in another language shows only those in its language. */
export function createArticles(
  context: PageContext,
  category: string | null = null,
  limit = CARDS_PER_STEP,
  language: string | null = null,
) {
  const { blog } = context.locale.listed;
  const rows = blog.filter(
    (row) =>
      (category === null || row.categories.some(({ slug }) => slug === category)) &&
      (language === null || row.language === language),
  );
  return createCards(context, 'blog-slug', rows.slice(0, limit));
}

/** The blocks of an entry: those of `content`, then those of `blocks`. */
export function contentOf(entry: {
  readonly content: readonly Block[] | null;
  readonly blocks: readonly Block[] | null;
}): readonly Block[] {
  return [...(entry.content ?? []), ...(entry.blocks ?? [])];
}
