// Links that share a page: plain addresses of the networks, which load nothing before they are used.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import { Anchor } from './Anchor.tsx';
import './Share.css';

interface ShareProps {
  readonly title: string;
  /** Absolute. */
  readonly url: string;
}

/** Addresses as the networks document them, and their marks on 24 by 24 units. */
const NETWORKS = [
  {
    name: 'LinkedIn',
    createHref: ({ url }: ShareProps) =>
      `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`,
    path: 'M6 10v8M6 6v.5M11 18v-8M11 14c0-5 7-5 7 0v4',
  },
  {
    name: 'X',
    createHref: ({ url, title: text }: ShareProps) => `https://x.com/intent/post?${new URLSearchParams({ url, text })}`,
    path: 'M5 5l14 14M19 5L5 19',
  },
  {
    name: 'Telegram',
    createHref: ({ url, title: text }: ShareProps) => `https://t.me/share/url?${new URLSearchParams({ url, text })}`,
    path: 'M3 12L21 4l-4 16-6-5-2 4-1-6L21 4',
  },
] as const;
const ENVELOPE = 'M3 6h18v12H3zM3 7l9 7 9-7';

export function Share(props: ShareProps): ReactNode {
  const { t, wordsLang } = useWords();
  const { title, url } = props;
  return (
    <div className="share" lang={wordsLang}>
      <p className="share__title">{t('article.share')}</p>
      <ul className="share__links">
        {NETWORKS.map(({ name, createHref, path }) => (
          <li key={name}>
            <Anchor className="share__link" href={createHref(props)} isOuter>
              <Mark path={path} />
              <span className="visually-hidden">{t('article.shareOn', { network: name })}</span>
            </Anchor>
          </li>
        ))}
        <li>
          <a
            className="share__link"
            href={`mailto:?subject=${encodeURIComponent(title.toWellFormed())}&body=${encodeURIComponent(url)}`}
          >
            <Mark path={ENVELOPE} />
            <span className="visually-hidden">{t('article.shareByEmail')}</span>
          </a>
        </li>
      </ul>
    </div>
  );
}

function Mark({ path }: { readonly path: string }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
