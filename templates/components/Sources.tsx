// Where the figures of a page come from: a number beside each figure, and a list at the end of the page. A press on the number opens
// its line of the list above the page. This needs no script; browsers without popovers show only the list.

import { type ReactNode, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SourcesContext, type WordsContextValue } from '../contexts.ts';
import { escapeHtml } from '../escape-html.ts';
import type { FigureInput } from '../page-input.ts';
import { markFigures } from './mark-figures.ts';
import './Sources.css';

/** The place for the number of a figure. Without a source the page says that we do not know it yet. */
export function SourceMark({ source }: { readonly source: string | null }): ReactNode {
  const sources = useContext(SourcesContext);
  return sources === null ? null : <sup className="source-mark" data-source={sources.push(source) - 1} />;
}

interface PrintedMain {
  /** The HTML of its `<main>`. */
  readonly html: string;
  /** The sources that components added to their context. */
  readonly known: readonly (string | null)[];
  readonly figures: readonly FigureInput[];
  readonly words: WordsContextValue;
}

/** Adds the numbers of the figures, in the order of the page, and the list of their sources. Equal sources have one number. */
export function printSources({ html, known, figures, words }: PrintedMain): string {
  if (known.length === 0 && figures.length === 0) return html;
  const marked = markFigures(html, { known, figures, printMark: (number) => printMark(number, words) });
  if (marked.sources.length === 0) return html;
  const list = renderToStaticMarkup(<SourceList sources={marked.sources} words={words} />);
  return marked.html.replace(/<\/main>$/, () => `${list}</main>`);
}

function printMark(number: number, { t, wordsLang }: WordsContextValue): string {
  const lang = wordsLang === undefined ? '' : ` lang="${wordsLang}"`;
  const label = escapeHtml(t('common.source', { number }));
  return `<button type="button" popovertarget="${idOf(number)}" aria-label="${label}"${lang}>${number}</button>`;
}

function SourceList({
  sources,
  words: { t, wordsLang },
}: {
  readonly sources: readonly (string | null)[];
  readonly words: WordsContextValue;
}): ReactNode {
  return (
    <section className="section sources" aria-labelledby="sources">
      <h2 id="sources" lang={wordsLang}>
        {t('common.sources')}
      </h2>
      <ol className="sources__list">
        {sources.map((source, index) => (
          <li
            key={source}
            id={idOf(index + 1)}
            // "sitegen check" lists pages with such a source.
            className={source === null ? 'sources__unknown' : undefined}
            popover="auto"
            lang={source === null ? wordsLang : undefined}
          >
            {source ?? t('common.sourceUnknown')}
          </li>
        ))}
      </ol>
    </section>
  );
}

function idOf(number: number): string {
  return `source-${number}`;
}
