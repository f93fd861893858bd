// Contacts: offices and social networks.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Offices } from '../components/Offices.tsx';
import { useWords } from '../contexts.ts';
import type { ContactsProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function ContactsPage({ offices, socialLinks, ...page }: ContactsProps): ReactNode {
  const { t, wordsLang } = useWords();
  const hasOfficesSection = page.sections.some(({ kind }) => kind === 'offices');
  return (
    <>
      <MarketingOpening {...page} />
      {hasOfficesSection || offices.length === 0 ? null : (
        <section className="section">
          <h2 lang={wordsLang}>{t('contacts.offices')}</h2>
          <Offices offices={offices} level={3} />
        </section>
      )}
      <MarketingBody {...page} />
      <SocialLinks links={socialLinks} />
    </>
  );
}

function SocialLinks({ links }: { readonly links: ContactsProps['socialLinks'] }): ReactNode {
  const { t, wordsLang } = useWords();
  if (links.length === 0) return null;
  return (
    <section className="section">
      <h2 lang={wordsLang}>{t('contacts.social')}</h2>
      <ul className="chips">
        {links.map(({ href, label, isOuter }) => (
          <li key={href}>
            <Anchor className="chips__link" href={href} isOuter={isOuter}>
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
