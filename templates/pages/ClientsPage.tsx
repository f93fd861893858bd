// Clients by industry: links to the industries, then the clients with their quotes.

import type { ReactNode } from 'react';
import { Image } from '../components/Image.tsx';
import { SourceMark } from '../components/Sources.tsx';
import { useWords } from '../contexts.ts';
import { Island } from '../Island.tsx';
import type { ClientInput, ClientsProps } from '../page-input.ts';
import { ButtonLink } from '../sections/SectionFrame.tsx';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import './ClientsPage.css';

export function ClientsPage({ industries, ...page }: ClientsProps): ReactNode {
  return (
    <>
      <MarketingOpening {...page} />
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
      <MarketingBody {...page} />
    </>
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

/** The result of a client as a figure, then the client and a quote. */
function Client({ client }: { readonly client: ClientInput }): ReactNode {
  const { name, description, logo, figure, quote, link } = client;
  return (
    <>
      <div className="clients__found">
        {figure === null ? null : (
          <p className="clients__figure">
            <strong>{figure.value}</strong> {figure.label}
            <SourceMark source={figure.source} />
          </p>
        )}
        {quote === null ? null : (
          <figure className="quote">
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <QuoteAuthor client={client} />
          </figure>
        )}
      </div>
      <div className="clients__who">
        {logo === null ? null : <Image image={{ ...logo, alt: '' }} sizes="10rem" />}
        <h3 className="clients__name">{name}</h3>
        {description === null ? null : <p>{description}</p>}
        {link === null ? null : <ButtonLink link={link} isQuiet />}
      </div>
    </>
  );
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
