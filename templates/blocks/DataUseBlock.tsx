// Lists what the site stores in browsers and which third-party services it loads, from the configuration, so that it is always up to date.

import type { ReactNode } from 'react';
import type { ThirdPartyId } from '../../config/third-parties.ts';
import type { WordKey } from '../../locales/words.ts';
import { useWords } from '../contexts.ts';
import type { BlockProps } from './block-of-type.ts';
import { TableBlock } from './TableBlock.tsx';

type Service = BlockProps<'data_use'>['block']['services'][number];
/** Cells of a row: what, what for, when and how long. */
type Row = readonly [what: string, purpose: string, when: string];

const STORED: readonly (readonly [WordKey, WordKey, WordKey])[] = [
  ['consent.redirects', 'consent.redirectsPurpose', 'consent.redirectsWhen'],
  ['consent.reload', 'consent.reloadPurpose', 'consent.reloadWhen'],
];

/** Purpose of each service, and when it loads. */
const LOADED: Readonly<Record<ThirdPartyId | 'geo', readonly [WordKey, WordKey]>> = {
  'tag-manager': ['consent.purpose-tag-manager', 'consent.whenPage'],
  chat: ['consent.purpose-chat', 'consent.whenScroll'],
  forms: ['consent.purpose-forms', 'consent.whenNear'],
  'copyright-badge': ['consent.purpose-copyright-badge', 'consent.whenNear'],
  instagram: ['consent.purpose-posts', 'consent.whenNear'],
  reddit: ['consent.purpose-posts', 'consent.whenNear'],
  twitter: ['consent.purpose-posts', 'consent.whenNear'],
  geo: ['consent.purpose-geo', 'consent.whenPhone'],
};

export function DataUseBlock({ block: { asksConsent, services } }: BlockProps<'data_use'>): ReactNode {
  const { t, wordsLang } = useWords();
  const describe = ({ id, host }: Service): Row => {
    const [purpose, when] = LOADED[id];
    return [host, t(purpose), asksConsent ? t('consent.whenAccepted', { when: t(when) }) : t(when)];
  };
  const choice: Row = [t('consent.choice'), t('consent.choicePurpose'), t('consent.choiceWhen')];
  const rows: readonly Row[] = [
    ...STORED.map(([what, purpose, when]): Row => [t(what), t(purpose), t(when)]),
    ...(asksConsent ? [choice] : []),
    ...services.map(describe),
  ];
  const head = [t('consent.usesWhat'), t('consent.usesPurpose'), t('consent.usesWhen')];
  return (
    <div lang={wordsLang}>
      <p>{t(services.length === 0 ? 'consent.noServices' : asksConsent ? 'consent.asks' : 'consent.doesNotAsk')}</p>
      <TableBlock block={{ type: 'table', caption: t('consent.usesCaption'), head, rows }} />
    </div>
  );
}
