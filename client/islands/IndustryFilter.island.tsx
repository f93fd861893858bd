// Filters clients by industry. Without JavaScript these are links to the sections; with it they hide all other sections.

import { type ReactNode, useEffect, useState } from 'react';
import { idOfFragment } from '../links/fragment.ts';

/** Props of the island, as JSON in the page. */
interface IndustryFilterProps {
  readonly label: string;
  readonly allText: string;
  /** The heading of each section has the id `industry-{slug}`. */
  readonly industries: readonly { readonly slug: string; readonly title: string }[];
  /** `lang` of the label, if it is not that of the page. */
  readonly lang?: string;
}

const idOf = (slug: string) => `industry-${slug}`;

/** Links to choose an industry, which is the fragment of the address. */
export function IndustryFilter({ label, allText, industries, lang }: IndustryFilterProps): ReactNode {
  const [isHydrated, setIsHydrated] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);

  useEffect(() => {
    setIsHydrated(true);
    const read = () => {
      const id = idOfFragment(location.hash);
      setChosen(industries.find(({ slug }) => idOf(slug) === id)?.slug ?? null);
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [industries]);
  useEffect(() => {
    for (const { slug } of industries)
      document
        .getElementById(idOf(slug))
        ?.closest('section')
        ?.toggleAttribute('hidden', chosen !== null && chosen !== slug);
    // The browser has jumped to the section before those above it were hidden.
    if (chosen !== null) document.getElementById(idOf(chosen))?.scrollIntoView();
  }, [industries, chosen]);

  return (
    <nav aria-label={label} lang={lang}>
      <ul className="categories categories--filter">
        {isHydrated ? (
          <li className="categories__item">
            <a href="#industries" aria-current={chosen === null || undefined}>
              {allText}
            </a>
          </li>
        ) : null}
        {industries.map(({ slug, title }) => (
          <li className="categories__item" key={slug}>
            <a href={`#${idOf(slug)}`} aria-current={chosen === slug || undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
