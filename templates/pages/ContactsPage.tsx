// Contacts: the title and the day of all offices next to the form, then what follows, social networks, the right addresses, and the
// offices on a map.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { OfficeDay } from '../components/OfficeDay.tsx';
import { Offices } from '../components/Offices.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { useWords } from '../contexts.ts';
import type { ContactsProps } from '../page-input.ts';
import { Sections } from '../sections/Sections.tsx';
import { FormBeside, findSection } from './FormBeside.tsx';
import { MarketingBody, OpeningLinks } from './MarketingPage.tsx';

export function ContactsPage({ offices, socialLinks, ...page }: ContactsProps): ReactNode {
  const { t, wordsLang } = useWords();
  const hasOfficesSection = page.sections.some(({ kind }) => kind === 'offices');
  const form = findSection(page, 'form');
  const beside = form === null ? [] : page.sections.filter(({ kind }) => kind === 'steps' || kind === 'features');
  const sections = page.sections.filter((section) => section !== form && !beside.includes(section));
  const day = offices.length === 0 ? null : <OfficeDay offices={offices} />;
  return (
    <>
      {form === null ? (
        <PageOpening
          title={page.title}
          subtitle={page.subtitle}
          image={page.image}
          screen={page.screen}
          isWide
          beside={day}
        >
          <OpeningLinks link={page.link} secondLink={page.secondLink} />
        </PageOpening>
      ) : (
        <>
          <FormBeside page={page} form={form} section={null} look="poster">
            {day}
          </FormBeside>
          <div className="form-beside split split--top">
            <div>
              <Sections sections={beside.slice(0, 1)} />
              <SocialLinks links={socialLinks} />
            </div>
            <div>
              <Sections sections={beside.slice(1)} />
            </div>
          </div>
        </>
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
