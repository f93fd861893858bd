// The error pages of a locale. The root 404 links to the home pages of all locales, because some hosts serve it for all of them.

import type { ReactNode } from 'react';
import { STATUS_URL } from '../../config/menu.ts';
import type { WordKey } from '../../locales/words.ts';
import { Anchor } from '../components/Anchor.tsx';
import { useWords } from '../contexts.ts';
import type { ErrorProps } from '../page-input.ts';
import { EmptyPicture } from '../screens/EmptyPicture.tsx';
import { GalleryFloor, PagePicture } from '../screens/gallery.tsx';
import './ErrorPage.css';

const WORDS_BY_STATUS = {
  404: { title: 'error.title404', message: 'error.message404' },
  500: { title: 'error.title500', message: 'error.message500' },
} as const satisfies Record<ErrorProps['status'], { title: WordKey; message: WordKey }>;

export function ErrorPage({ status, message, homeHref, blogHref, popular, homes }: ErrorProps): ReactNode {
  const { t } = useWords();
  const words = WORDS_BY_STATUS[status];
  return (
    <>
      <header className="opening split opening--screen">
        <div>
          <p className="error__status" data-error-status>
            {status}
          </p>
          <h1>{t(words.title)}</h1>
          <p className="opening__subtitle">
            <span data-error-message>{message ?? t(words.message)}</span>
            {status === 404 && message === undefined ? `. ${t('error.help404')}` : null}
          </p>
          {status === 500 ? (
            <Again />
          ) : (
            <a className="button" href={homeHref}>
              {t('error.home')}
            </a>
          )}
          {status === 500 || blogHref === null ? null : <Search blogHref={blogHref} />}
        </div>
        <EmptyPicture isOurFault={status === 500} />
      </header>
      <Homes homes={homes} />
      <Popular popular={popular} status={status} />
    </>
  );
}

/** Asks for the same page again, and leads to the page that says what is broken. */
function Again(): ReactNode {
  const { t } = useWords();
  return (
    <form className="opening__links">
      <button className="button" type="submit">
        {t('error.again')}
      </button>
      <Anchor className="button button--quiet" href={STATUS_URL} isOuter>
        {t('common.menu.status')}
      </Anchor>
    </form>
  );
}

/** Leads to the search of the blog, which needs JavaScript. */
function Search({ blogHref }: { readonly blogHref: string }): ReactNode {
  const { t } = useWords();
  return (
    <search>
      <form className="error__search" action={blogHref}>
        <input
          className="field__input"
          type="search"
          name="q"
          aria-label={t('error.searchHint')}
          placeholder={t('error.searchHint')}
        />
        <button className="button button--quiet" type="submit">
          {t('error.searchButton')}
        </button>
      </form>
    </search>
  );
}

/** The pictures beside the missing one, each a link. */
function Popular({ popular: links, status }: Pick<ErrorProps, 'popular' | 'status'>): ReactNode {
  const { t } = useWords();
  if (links.length === 0) return null;
  return (
    <nav className="section band--warm" aria-labelledby="popular">
      <h2 id="popular">{t(status === 500 ? 'error.popular500' : 'error.popular')}</h2>
      <ul className="gallery">
        {links.map(({ page, href, label, description }) => (
          <li className="sight" key={href}>
            <PagePicture page={page} />
            <a className="link-grid__link" href={href}>
              {label}
            </a>
            {description === null ? null : <p className="link-grid__text">{description}</p>}
          </li>
        ))}
      </ul>
      <GalleryFloor isFallen={status === 500} />
    </nav>
  );
}

function Homes({ homes }: Pick<ErrorProps, 'homes'>): ReactNode {
  const { t } = useWords();
  if (homes.length < 2) return null;
  return (
    <nav data-homes aria-label={t('error.homes')}>
      <ul className="categories categories--filter error__search">
        {homes.map(({ href, label, languageTag }) => (
          <li className="categories__item" key={href}>
            <a href={href} lang={languageTag} hrefLang={languageTag}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
