// The footer: columns of links, links to social networks, and the copyright line.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { ChromeInput, MenuGroupInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import './Footer.css';

interface FooterProps {
  readonly chrome: ChromeInput;
  /** Prefix of the ids inside. */
  readonly idPrefix: string;
}

export function Footer({ chrome, idPrefix }: FooterProps): ReactNode {
  const { t } = useWords();
  const { year, legalName, footer } = chrome;
  return (
    <footer className="footer" lang={chrome.languageTag}>
      <nav className="footer__columns" aria-label={t('common.footerNavigation')}>
        {footer.map((group) => (
          <Column key={group.id} group={group} idPrefix={idPrefix} />
        ))}
      </nav>
      <div className="footer__end">
        <SocialLinks links={chrome.socialLinks} />
        <p>{t('common.copyright', { year, legalName })}</p>
      </div>
    </footer>
  );
}

function Column({ group, idPrefix }: { readonly group: MenuGroupInput; readonly idPrefix: string }): ReactNode {
  const titleId = `${idPrefix}footer-${group.id}`;
  return (
    <div>
      <p className="footer__title" id={titleId}>
        {group.label}
      </p>
      <ul aria-labelledby={titleId}>
        {group.items.map((item) => (
          <li key={item.id}>
            <Anchor href={item.href} isOuter={item.isOuter}>
              {item.label}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SocialLinks({ links }: { readonly links: ChromeInput['socialLinks'] }): ReactNode {
  const { t } = useWords();
  if (links.length === 0) return null;
  return (
    <ul className="footer__social" aria-label={t('common.followUs')}>
      {links.map((link) => (
        <li key={link.href}>
          <Anchor href={link.href} isOuter={link.isOuter}>
            {link.label}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
