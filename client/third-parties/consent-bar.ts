// The question whether services of others may load. It is in the HTML of the page, hidden; a link in the footer opens it again.

import { choose, hasPrivacySignal, readChoice } from './consent.ts';

/** Prepares the question of a page until `signal` is aborted, and asks unless the answer is known. */
export function startConsentBar(signal: AbortSignal): void {
  const bar = document.querySelector<HTMLElement>('[data-consent]');
  if (bar === null) return;
  const opener = document.querySelector<HTMLElement>('[data-consent-open]');
  const isAnswered = hasPrivacySignal();
  for (const part of bar.querySelectorAll<HTMLElement>('[data-consent-if]'))
    part.hidden = (part.dataset.consentIf === 'signal') !== isAnswered;
  bar.hidden = isAnswered || readChoice() !== null;

  let wasOpened = false;
  const close = () => {
    bar.hidden = true;
    if (wasOpened) opener?.focus();
    wasOpened = false;
  };
  bar.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-consent-choice]') : null;
    if (button === null) return;
    close();
    const choice = button.dataset.consentChoice;
    if (choice === 'accepted' || choice === 'rejected') choose(choice);
  });
  // A question that was not answered yet stays.
  bar.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && wasOpened) close();
  });
  if (opener === null) return;
  opener.hidden = false;
  const open = () => {
    wasOpened = true;
    bar.hidden = false;
    bar.focus();
  };
  opener.addEventListener('click', open, { signal });
}
