// Contacts: whom to write to beside the form, then the offices on a map, and social networks.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Offices } from '../components/Offices.tsx';
import { PagePicture } from '../components/PagePicture.tsx';
import { useWords } from '../contexts.ts';
import type { ContactsProps, MarketingProps, SectionInput } from '../page-input.ts';
import { FormSection } from '../sections/FormSection.tsx';
import { ItemsSection } from '../sections/ItemsSection.tsx';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import './ContactsPage.css';

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
        <div className="contacts split split--top">
          <div>
            <MarketingOpening {...page} image={null} screen={null} />
            <PagePicture image={page.image} />
            {routes === null ? null : <ItemsSection section={routes} />}
            <SocialLinks links={socialLinks} />
          </div>
          <FormSection section={form} />
        </div>
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

/** The first section of a kind. */
function findSection<K extends SectionInput['kind']>({ sections }: Pick<MarketingProps, 'sections'>, kind: K) {
  return (
    sections.find((section): section is Extract<SectionInput, { readonly kind: K }> => section.kind === kind) ?? null
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
