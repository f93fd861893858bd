// Where the figures of a page come from: a number beside each figure, and a list at the end of the page. A press on the number opens
// its line of the list above the page. This needs no script; browsers without popovers show only the list.

import { type ReactNode, useContext } from 'react';
import { SourcesContext, useWords } from '../contexts.ts';
import './Sources.css';

/** The number of a figure. The same source has the same number. Without a source it says that we do not know it yet. */
export function SourceMark({ source }: { readonly source: string | null }): ReactNode {
  const { t, wordsLang } = useWords();
  const sources = useContext(SourcesContext);
  if (sources === null) return null;
  if (!sources.includes(source)) sources.push(source);
  const number = sources.indexOf(source) + 1;
  return (
    <sup className="source-mark">
      <button type="button" popoverTarget={idOf(number)} aria-label={t('common.source', { number })} lang={wordsLang}>
        {number}
      </button>
    </sup>
  );
}

/** The sources of all figures before it. */
export function SourceList(): ReactNode {
  const { t, wordsLang } = useWords();
  const sources = useContext(SourcesContext) ?? [];
  if (sources.length === 0) return null;
  return (
    <section className="section sources" aria-labelledby="sources">
      <h2 id="sources" lang={wordsLang}>
        {t('common.sources')}
      </h2>
      <ol>
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
