// Clients: their faces, the stories of some, then an index of all by industry, which visitors can filter.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Image } from '../components/Image.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { SourceMark } from '../components/Sources.tsx';
import { useWords } from '../contexts.ts';
import { Island } from '../Island.tsx';
import type { ClientInput, ClientsProps, StoryInput } from '../page-input.ts';
import { lines } from '../screens/OpeningFigures.tsx';
import { ScreenCrop } from '../screens/Screen.tsx';
import { SectionHead } from '../sections/SectionFrame.tsx';
import { MarketingBody, OpeningLinks } from './MarketingPage.tsx';
import './ClientsPage.css';

export function ClientsPage({ industries, sections, ...page }: ClientsProps): ReactNode {
  const clients = new Map(industries.flatMap((industry) => industry.clients.map((client) => [client.name, client])));
  // A row of the logos would repeat the index, so its heading stands above the index.
  const logos = industries.length === 0 ? undefined : sections.find(({ kind }) => kind === 'clients');
  return (
    <>
      <PageOpening
        title={page.title}
        subtitle={page.subtitle}
        image={page.image}
        screen={page.screen}
        beside={page.image === null && page.screen === null ? <Found clients={[...clients.values()]} /> : null}
      >
        <OpeningLinks link={page.link} secondLink={page.secondLink} />
      </PageOpening>
      {[...clients.values()].map((client) =>
        client.story === null ? null : <Story key={client.name} client={client} story={client.story} />,
      )}
      {logos === undefined ? null : (
        <section className="section section--clients index-head">
          <SectionHead section={logos} />
        </section>
      )}
      <div className="index" id="industries">
        <IndustryLinks industries={industries} />
        {industries.map(({ slug, title, clients }) => (
          <section className="section section--industry" key={slug} aria-labelledby={`industry-${slug}`}>
            <h2 id={`industry-${slug}`}>{title}</h2>
            <ul className="clients">
              {clients.map((client) => (
                <li className="clients__item" key={client.name}>
                  <Client client={client} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <MarketingBody {...page} sections={sections.filter((section) => section !== logos)} />
    </>
  );
}

/** Faces in a row of the wall. */
const WALL_COLUMNS = 4;

/** Instead of a picture: all who may be named with what they found, a place for those who may not, and what was found, with the way to the stories. */
function Found({ clients }: { readonly clients: readonly ClientInput[] }): ReactNode {
  const { t } = useWords();
  const faces = clients.flatMap(({ portrait, figure }) => (portrait === null ? [] : [{ portrait, figure }]));
  if (faces.length < WALL_COLUMNS) return null;
  const isRoomy = faces.length % WALL_COLUMNS < WALL_COLUMNS - 1;
  return (
    <>
      <div className="wall" aria-hidden="true">
        {faces.map(({ portrait, figure }) => (
          <div className="piece--picture" key={portrait.src}>
            <Image image={{ ...portrait, alt: '' }} sizes="(min-width: 900px) 9rem, 25vw" />
            {figure === null ? null : <p className="chip chip--found card__date wide">{figure.value}</p>}
          </div>
        ))}
        {isRoomy ? <FreePlace words={t('clients.quiet')} /> : null}
        <FreePlace words={t('clients.you')} />
      </div>
      <ul className="screen-cards">
        {clients.map(({ name, logo, figure, story }) =>
          figure === null || story === null ? null : (
            <li className="stats__item sight" key={name}>
              {logo === null ? null : (
                <span className="quote__logo">
                  <Image image={logo} sizes="11rem" />
                </span>
              )}
              <p className="clients__figure">
                <strong>{figure.value}</strong>
                <a href={`#${story.id}`}>{figure.label ?? name}</a>
              </p>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

/** A frame without a face, and whose it is. Its words grow with it. */
function FreePlace({ words }: { readonly words: string }): ReactNode {
  const rows = lines(words, 10);
  return (
    <svg viewBox="0 0 100 100" fill="currentColor" fontSize="15" fontWeight="640" aria-hidden="true">
      <path d="M1 22V1h21M78 1h21v21M99 78v21H78M22 99H1V78" fill="none" stroke="#ff5a3c" strokeWidth="2" />
      {rows.map((row, index) => (
        <text key={row} x="50" y={55 + (index - (rows.length - 1) / 2) * 20} textAnchor="middle">
          {row}
        </text>
      ))}
    </svg>
  );
}

function IndustryLinks({ industries }: Pick<ClientsProps, 'industries'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (industries.length < 2) return null;
  const props = {
    label: t('clients.industries'),
    allText: t('common.allCategories'),
    industries: industries.map(({ slug, title }) => ({ slug, title })),
    ...(wordsLang === undefined ? {} : { lang: wordsLang }),
  };
  return <Island name="IndustryFilter" props={props} idPrefix="industries-" />;
}

/** What a client did not know, found and changed, with what people posted. */
function Story({ client, story }: { readonly client: ClientInput; readonly story: StoryInput }): ReactNode {
  const { t } = useWords();
  const { name, description, logo, figure, quote } = client;
  const source = figure?.source ?? null;
  return (
    <section className="section story" aria-labelledby={story.id}>
      <div className="story__who">
        {logo === null ? null : <Image image={{ ...logo, alt: '' }} sizes="14rem" />}
        <h2 className={logo === null ? undefined : 'visually-hidden'} id={story.id}>
          {name}
        </h2>
        {description === null ? null : <p className="opening__subtitle">{description}</p>}
        {quote === null ? null : (
          <figure className="quote">
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <QuoteAuthor client={client} />
          </figure>
        )}
        <Posts posts={story.posts} />
      </div>
      {story.screen === null ? null : <ScreenCrop id={story.screen} />}
      <div className="story__parts">
        <StoryPart title={t('clients.before')} {...story.before} source={source} />
        <StoryPart title={t('clients.found')} {...story.found} source={source} />
        <StoryPart title={t('clients.changed')} {...story.changed} source={source} />
      </div>
    </section>
  );
}

interface StoryPartProps {
  readonly title: string;
  readonly text: string;
  readonly figure: string | null;
  readonly source: string | null;
}

function StoryPart({ title, text, figure, source }: StoryPartProps): ReactNode {
  const { wordsLang } = useWords();
  return (
    <div className="story__part">
      <h3 lang={wordsLang}>{title}</h3>
      {figure === null ? null : (
        <p className="items__value story__figure">
          {figure}
          <SourceMark source={source} />
        </p>
      )}
      <p>{text}</p>
    </div>
  );
}

/** Lines such as "19:02: My phone has gone on holiday." The last one is what the client saw itself. */
function Posts({ posts }: Pick<StoryInput, 'posts'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (posts.length === 0) return null;
  return (
    <div className="story__posts">
      <p className="story__label" lang={wordsLang}>
        {t('clients.posts')}
      </p>
      <ol className="story__list">
        {posts.map((post) => {
          const [when = '', ...what] = post.split(': ');
          return (
            <li key={post}>
              <b>{what.length === 0 ? null : when}</b>
              <span>{what.length === 0 ? when : what.join(': ')}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** A line of the index: the client, its result as a figure, and its story or a quote. */
function Client({ client }: { readonly client: ClientInput }): ReactNode {
  const { t } = useWords();
  const { name, description, logo, figure, quote, link, story } = client;
  const storyLink = story === null ? link : { label: t('clients.story'), href: `#${story.id}`, isOuter: false };
  // What a story told first is not told again: its row says what changed.
  const line = story === null ? description : firstSentence(story.changed.text);
  return (
    <>
      {logo === null ? null : <Image image={{ ...logo, alt: '' }} sizes="11rem" />}
      <div className="clients__who">
        <h3 className={logo === null ? 'clients__name' : 'clients__name visually-hidden'}>{name}</h3>
        {line === null ? null : <p>{line}</p>}
      </div>
      {figure === null ? null : (
        <p className={story === null ? 'clients__figure' : 'clients__figure wide'}>
          <strong>{figure.value}</strong> {figure.label}
          <SourceMark source={figure.source} />
        </p>
      )}
      <div className="clients__says">
        {quote === null || story !== null ? null : (
          <figure className="quote">
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <QuoteAuthor client={client} />
          </figure>
        )}
        {story === null || story.before.figure === null || story.changed.figure === null ? null : (
          <p className="clients__figure">
            <strong>{story.changed.figure}</strong> {t('clients.before')}: {story.before.figure}
          </p>
        )}
        {storyLink === null ? null : (
          <Anchor className="arrow-link" href={storyLink.href} isOuter={storyLink.isOuter}>
            {storyLink.label}
          </Anchor>
        )}
      </div>
    </>
  );
}

function firstSentence(text: string): string {
  return text.split(/(?<=[.!?])\s/, 1)[0] ?? text;
}

/** The name is before the first comma. */
function QuoteAuthor({ client: { quoteAuthor, portrait } }: { readonly client: ClientInput }): ReactNode {
  if (quoteAuthor === null) return null;
  const [name = ''] = quoteAuthor.split(',');
  return (
    <figcaption className="clients__author">
      {portrait === null ? null : <Image image={{ ...portrait, alt: '' }} sizes="4rem" />}
      <span>
        <strong>{name}</strong>
        {quoteAuthor.slice(name.length)}
      </span>
    </figcaption>
  );
}
