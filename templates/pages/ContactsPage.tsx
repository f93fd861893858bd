// Contacts: the day of all offices beside the title, then the form next to what follows and the right addresses, the offices on a map, and
// social networks.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { OfficeDay } from '../components/OfficeDay.tsx';
import { Offices } from '../components/Offices.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { useWords } from '../contexts.ts';
import type { ContactsProps } from '../page-input.ts';
import { FormSection } from '../sections/FormSection.tsx';
import { ButtonLink } from '../sections/SectionFrame.tsx';
import { Sections } from '../sections/Sections.tsx';
import { findSection } from './FormBeside.tsx';
import { MarketingBody, OpeningLinks } from './MarketingPage.tsx';

export function ContactsPage({ offices, socialLinks, ...page }: ContactsProps): ReactNode {
  const { t, wordsLang } = useWords();
  const hasOfficesSection = page.sections.some(({ kind }) => kind === 'offices');
  const form = findSection(page, 'form');
  const beside = form === null ? [] : page.sections.filter(({ kind }) => kind === 'steps' || kind === 'features');
  const sections = page.sections.filter((section) => section !== form && !beside.includes(section));
  return (
    <>
      <PageOpening
        title={page.title}
        subtitle={page.subtitle}
        image={page.image}
        screen={page.screen}
        isWide
        beside={offices.length === 0 ? null : <OfficeDay offices={offices} />}
      >
        {form === null ? (
          <OpeningLinks link={page.link} secondLink={page.secondLink} />
        ) : (
          <p className="opening__links">
            <a className="button" href={`#${form.form.id}`} lang={wordsLang}>
              {t('common.toForm')}
            </a>
            {page.link === null ? null : <ButtonLink link={page.link} isQuiet />}
            {page.secondLink === null ? null : <ButtonLink link={page.secondLink} isQuiet />}
          </p>
        )}
      </PageOpening>
      {form === null ? null : (
        <div className="form-beside split split--top">
          <div>
            <Sections sections={beside} />
            <SocialLinks links={socialLinks} />
          </div>
          <FormSection section={{ ...form, screen: null }} />
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

function SocialLinks({ links }: { readonly links: ContactsProps['socialLinks'] }): ReactNode {
  const { t, wordsLang } = useWords();
  if (links.length === 0) return null;
  return (
    <section className="section">
      <h2 lang={wordsLang}>{t('contacts.social')}</h2>
      <ul className="categories">
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
