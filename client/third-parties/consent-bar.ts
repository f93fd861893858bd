// The question whether third-party services may load. It is hidden in the HTML of the page; a link in the footer opens it again.

import { choose, hasPrivacySignal, readChoice } from './consent.ts';

/** Prepares the question until `signal` is aborted, and shows it unless the answer is known. */
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
  // Escape does not close an unanswered question.
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
