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
}

/** `null`: no query. */
type Result = { readonly kind: 'hits'; readonly hits: readonly SearchHit[] } | { readonly kind: 'failed' } | null;

/** A field, the number of found articles, and links to them. The query is `q` in the address. */
export function BlogSearch({ label, found, error, help }: BlogSearchProps): ReactNode {
  const [result, setResult] = useState<Result>(null);
  const loading = useRef<Promise<Search>>(undefined);
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

  const hits = result?.kind === 'hits' ? result.hits : [];
  const message = result === null ? '' : result.kind === 'failed' ? error : found[hits.length];
  return (
    <search className="blog-search" onKeyDown={moveFocus}>
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
    </search>
  );
}

function Hits({ hits }: { readonly hits: readonly SearchHit[] }): ReactNode {
  return (
    <ul className="blog-search__hits">
      {hits.map(({ url, title, description }) => (
        <li key={url}>
          <a href={url}>
            <Marked parts={title} />
          </a>
          <p>
            <Marked parts={description} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Marked({ parts }: { readonly parts: readonly TextPart[] }): ReactNode {
  return parts.map(({ text, isMatch }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
    <Fragment key={place}>{isMatch ? <mark>{text}</mark> : text}</Fragment>
  ));
}

async function find(loading: { current: Promise<Search> | undefined }, query: string): Promise<Result> {
  try {
    loading.current ??= loadSearch();
    const search = await loading.current;
    return { kind: 'hits', hits: search(query) };
  } catch (cause) {
    loading.current = undefined;
    // biome-ignore lint/suspicious/noConsole: a visitor's console is the only log
    console.error(cause);
    return { kind: 'failed' };
  }
}

async function loadSearch(): Promise<Search> {
  const site = readClientConfig(document)?.site ?? '';
  const [{ createSearch }, response] = await Promise.all([
    loadChunk(() => import('../search/search-articles.ts')),
    fetchRetrying(mounted(`/search/blog/${site}/data.json`)),
  ]);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText} ${response.url}`);
  // Written by the build.
  return createSearch((await response.json()) as readonly SearchRow[]);
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
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const { activeElement } = document;
  const place = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Escape: place === 0 ? -1 : 0 }[event.key];
  const stop = next === undefined ? undefined : stops[next];
  if (stop === undefined) return;
  event.preventDefault();
  stop.focus();
}
