// The subscription form once somebody uses it: errors beside their fields, a busy button, one submission at a time.
// Until then, and without JavaScript, the same markup is a plain form.

import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FormView, type FormViewInput } from '../forms/FormView.tsx';

/** Props of the island, as JSON in the page. */
interface SubscriptionFormProps {
  readonly form: FormViewInput;
}

/** A form that checks its fields and posts once. The browser does the posting, so the success page is a plain navigation. */
export function SubscriptionForm({ form }: SubscriptionFormProps): ReactNode {
  const [isAwake, setIsAwake] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  // State is only seen by the next render, a second press may come before it.
  const isSent = useRef(false);
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    setIsAwake(true);
    // A page that comes back from the back/forward cache would else stay busy for ever.
    const wake = () => {
      isSent.current = false;
      setIsBusy(false);
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const bad = findInvalidFields(event.currentTarget, form);
    setInvalid(new Set(bad.map((input) => input.name)));
    bad[0]?.focus();
    if (bad.length > 0 || isSent.current) return event.preventDefault();
    isSent.current = true;
    setIsBusy(true);
  };
  return <FormView form={form} invalid={invalid} isBusy={isBusy} isAwake={isAwake} onSubmit={submit} />;
}

/** The inputs whose value is blank or that the browser does not accept, in the order of the form. */
function findInvalidFields(element: HTMLFormElement, form: FormViewInput): readonly HTMLInputElement[] {
  return form.fields.flatMap(({ name }) => {
    const input = element.elements.namedItem(name);
    return input instanceof HTMLInputElement && (!input.validity.valid || input.value.trim() === '') ? [input] : [];
  });
}
