// The search of a blog. Articles and code are loaded when the field is first focused. Styles hide it without JavaScript.

import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { loadChunk } from '../chunks.ts';
import { mounted, readClientConfig } from '../client-config.ts';
import { fetchRetrying } from '../fetch-retrying.ts';
import type { Search, SearchHit, SearchRow, TextPart } from '../search/search-articles.ts';

/** Props of the island, as JSON in the page. */
interface BlogSearchProps {
  /** Label of the field. */
  readonly label: string;
  /** Messages by the number of found articles, from 0. */
  readonly found: readonly string[];
  /** Shown if the articles cannot be loaded: what happened, and what to do. */
  readonly error: string;
  readonly help: string;
  /** Shown if nothing is found: above categories to search for, and a link to people who can be asked. */
  readonly suggestions: string;
  readonly ask: { readonly text: string; readonly label: string; readonly href: string } | null;
}

/** The index, and what to suggest if nothing is found. */
interface Loaded {
  readonly search: Search;
  readonly topics: readonly string[];
}

/** `null`: no query. */
type Result =
  | { readonly kind: 'hits'; readonly hits: readonly SearchHit[]; readonly topics: readonly string[] }
  | { readonly kind: 'failed' }
  | null;

/** Categories to suggest. */
const SUGGESTIONS = 3;

/**
 * A field, the number of found articles, and their cards, instead of those of the list (styles hide them). The query is `q` in the
 * address.
 */
export function BlogSearch({ label, found, error, help, suggestions, ask }: BlogSearchProps): ReactNode {
  const [result, setResult] = useState<Result>(null);
  const loading = useRef<Promise<Loaded>>(undefined);
  const lastQuery = useRef('');
  const field = useRef<HTMLInputElement>(null);

  const search = async (text: string) => {
    const query = text.trim();
    lastQuery.current = query;
    keepInAddress(query);
    if (query === '') return setResult(null);
    const next = await find(loading, query);
    // Ignores a late response to an older query.
    if (lastQuery.current === query) setResult(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island starts
  useEffect(() => {
    loading.current = loadSearch();
    loading.current.catch(() => {
      loading.current = undefined;
    });
    const input = field.current;
    const query = new URLSearchParams(location.search).get('q');
    // Keeps text that was typed before the island started.
    if (input !== null && input.value === '' && query !== null) input.value = query;
    if (input !== null && input.value !== '') void search(input.value);
  }, []);

  const suggest = (topic: string) => {
    if (field.current === null) return;
    field.current.value = topic;
    field.current.focus();
    void search(topic);
  };
  const hits = result?.kind === 'hits' ? result.hits : [];
  const look = result?.kind === 'hits' ? 'blog-search blog-search--answered' : 'blog-search';
  const message = result === null ? '' : result.kind === 'failed' ? error : found[hits.length];
  return (
    <search className={look} onKeyDown={moveFocus}>
      <input
        className="field__input"
        ref={field}
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        onInput={({ currentTarget }) => void search(currentTarget.value)}
      />
      <p className="blog-search__status" role="status">
        {message}
        {result?.kind === 'failed' ? <span className="blog-search__help">{help}</span> : null}
      </p>
      {hits.length === 0 ? null : <Hits hits={hits} />}
      {result?.kind === 'hits' && hits.length === 0 ? (
        <Nothing topics={result.topics} suggestions={suggestions} ask={ask} onChoose={suggest} />
      ) : null}
    </search>
  );
}

interface NothingProps extends Pick<BlogSearchProps, 'suggestions' | 'ask'> {
  readonly topics: readonly string[];
  readonly onChoose: (topic: string) => void;
}

/** What a visitor can do who found nothing. */
function Nothing({ topics, suggestions, ask, onChoose }: NothingProps): ReactNode {
  return (
    <div className="blog-search__nothing">
      <p>{suggestions}</p>
      <p className="categories">
        {topics.map((topic) => (
          <button className="categories__item" type="button" key={topic} onClick={() => onChoose(topic)}>
            {topic}
          </button>
        ))}
      </p>
      {ask === null ? null : (
        <p>
          {ask.text} <a href={ask.href}>{ask.label}</a>
        </p>
      )}
    </div>
  );
}

function Hits({ hits }: { readonly hits: readonly SearchHit[] }): ReactNode {
  return (
    <ul className="card-grid">
      {hits.map((hit) => (
        <li key={hit.url}>
          <Hit hit={hit} />
        </li>
      ))}
    </ul>
  );
}

/** The card of an article, as in lists. */
function Hit({ hit: { url, title, description, categories, image } }: { readonly hit: SearchHit }): ReactNode {
  return (
    <article className="card">
      <div className="card__media">
        {image === null ? null : (
          <img
            className="image"
            src={image.src}
            srcSet={image.srcset ?? undefined}
            sizes="(min-width: 1200px) 33vw, 100vw"
            alt=""
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
      <div className="card__body">
        <p className="categories">
          {categories.map((category) => (
            <span className="categories__item" key={category}>
              {category}
            </span>
          ))}
        </p>
        <h3 className="card__title">
          <a className="card__link" href={url}>
            <Marked parts={title} />
          </a>
        </h3>
        <p className="card__text">
          <Marked parts={description} />
        </p>
      </div>
    </article>
  );
}

function Marked({ parts }: { readonly parts: readonly TextPart[] }): ReactNode {
  return parts.map(({ text, isMatch }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
    <Fragment key={place}>{isMatch ? <mark>{text}</mark> : text}</Fragment>
  ));
}

async function find(loading: { current: Promise<Loaded> | undefined }, query: string): Promise<Result> {
  try {
    loading.current ??= loadSearch();
    const { search, topics } = await loading.current;
    return { kind: 'hits', hits: search(query), topics };
  } catch (cause) {
    loading.current = undefined;
    // biome-ignore lint/suspicious/noConsole: a visitor's console is the only log
    console.error(cause);
    return { kind: 'failed' };
  }
}

async function loadSearch(): Promise<Loaded> {
  const site = readClientConfig(document)?.site ?? '';
  const [{ createSearch, topCategories }, response] = await Promise.all([
    loadChunk(() => import('../search/search-articles.ts')),
    fetchRetrying(mounted(`/search/blog/${site}/data.json`)),
  ]);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText} ${response.url}`);
  // Written by the build.
  const rows = (await response.json()) as readonly SearchRow[];
  return { search: createSearch(rows), topics: topCategories(rows, SUGGESTIONS) };
}

/** Replaces the history entry, so that going back leaves the page. */
function keepInAddress(query: string): void {
  const url = new URL(location.href);
  if (query === '') url.searchParams.delete('q');
  else url.searchParams.set('q', query);
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}

/** Up and down move through the field and the articles; Escape returns to the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a, button')];
  const { activeElement } = document;
  const place = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Escape: place === 0 ? -1 : 0 }[event.key];
  const stop = next === undefined ? undefined : stops[next];
  if (stop === undefined) return;
  event.preventDefault();
  stop.focus();
}
