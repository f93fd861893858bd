// Asks for consent to third-party services. A button in the footer opens the question again. Both are hidden without JavaScript, because
// then no such service loads.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { ChromeInput } from '../page-input.ts';
import './ConsentBar.css';

/** The question; null on a site that does not ask. */
export function ConsentBar({
  chrome,
  idPrefix,
}: {
  readonly chrome: ChromeInput;
  readonly idPrefix: string;
}): ReactNode {
  const { t } = useWords();
  if (!chrome.client.asksConsent) return null;
  const titleId = `${idPrefix}consent`;
  return (
    <section className="consent" lang={chrome.languageTag} aria-labelledby={titleId} tabIndex={-1} data-consent hidden>
      <h2 className="consent__title" id={titleId}>
        {t('consent.title')}
      </h2>
      <p data-consent-if="question">
        {t('consent.text')} {chrome.policyHref === null ? null : <a href={chrome.policyHref}>{t('consent.more')}</a>}
      </p>
      <p data-consent-if="signal" hidden>
        {t('consent.signal')}
      </p>
      <div className="consent__buttons">
        <button
          className="button button--quiet"
          type="button"
          data-consent-if="question"
          data-consent-choice="rejected"
        >
          {t('consent.reject')}
        </button>
        <button
          className="button button--quiet"
          type="button"
          data-consent-if="question"
          data-consent-choice="accepted"
        >
          {t('consent.accept')}
        </button>
        <button
          className="button button--quiet"
          type="button"
          data-consent-if="signal"
          data-consent-choice="none"
          hidden
        >
          {t('consent.close')}
        </button>
      </div>
    </section>
  );
}

/** Opens the question again. */
export function ConsentButton({ chrome }: { readonly chrome: ChromeInput }): ReactNode {
  const { t } = useWords();
  if (!chrome.client.asksConsent) return null;
  return (
    <button className="consent__open" type="button" data-consent-open hidden>
      {t('consent.change')}
    </button>
  );
}
