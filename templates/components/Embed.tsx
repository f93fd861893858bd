// The placeholder of an embed, with a link that works without JavaScript.

import type { ReactNode } from 'react';
import type { WordKey } from '../../locales/words.ts';
import { useWords } from '../contexts.ts';
import type { BlockInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import './Embed.css';

type EmbedInput = Extract<BlockInput, { type: 'embed' }>;

const LINK_WORDS = {
  instagram: 'common.embedInstagram',
  reddit: 'common.embedReddit',
  twitter: 'common.embedTwitter',
  forms: 'common.embedForms',
  'copyright-badge': 'common.embedCopyrightBadge',
} as const satisfies Record<EmbedInput['provider'], WordKey>;

export function Embed({ embed }: { readonly embed: EmbedInput }): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <figure className="embed" data-embed={embed.provider} data-embed-form={embed.formId ?? undefined}>
      {embed.href === null ? (
        <p lang={wordsLang}>{t('common.embedWithoutLink')}</p>
      ) : (
        <p lang={wordsLang}>
          <Anchor href={embed.href} isOuter>
            {t(LINK_WORDS[embed.provider])}
          </Anchor>
        </p>
      )}
      {embed.caption === null ? null : <figcaption>{embed.caption}</figcaption>}
    </figure>
  );
}
