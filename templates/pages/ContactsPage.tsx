// Contacts: addresses next to the form, then the offices on a map, and social networks.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Offices } from '../components/Offices.tsx';
import { useWords } from '../contexts.ts';
import type { ContactsProps } from '../page-input.ts';
import { FormBeside, findSection } from './FormBeside.tsx';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function ContactsPage({ offices, socialLinks, ...page }: ContactsProps): ReactNode {
  const { t, wordsLang } = useWords();
  const hasOfficesSection = page.sections.some(({ kind }) => kind === 'offices');
  const form = findSection(page, 'form');
  const routes = form === null ? null : findSection(page, 'features');
  const sections = page.sections.filter((section) => section !== form && section !== routes);
  return (
    <>
      {form === null ? (
        <MarketingOpening {...page} />
      ) : (
        <FormBeside page={page} form={form} section={routes}>
          <SocialLinks links={socialLinks} />
        </FormBeside>
      )}
      {hasOfficesSection || offices.length === 0 ? null : (
        <section className="section">
          <h2 lang={wordsLang}>{t('contacts.offices')}</h2>
          <Offices offices={offices} level={3} />
        </section>
      )}
      <MarketingBody {...page} sections={sections} />
      {form === null ? <SocialLinks links={socialLinks} /> : null}
    </>
  );
}

function SocialLinks({ links }: { readonly links: ContactsProps['socialLinks'] }): ReactNode {
  const { t, wordsLang } = useWords();
  if (links.length === 0) return null;
  return (
    <section className="section">
      <h2 lang={wordsLang}>{t('contacts.social')}</h2>
      <ul className="categories categories--filter">
        {links.map(({ href, label, isOuter }) => (
          <li className="categories__item" key={href}>
            <Anchor href={href} isOuter={isOuter}>
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
