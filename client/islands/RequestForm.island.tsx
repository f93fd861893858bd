// A form of the site once somebody uses it: errors beside their fields, a busy button, one submission at a time. Until
// then, and without JavaScript, the same markup is a plain form.

import { type FocusEvent, type InputEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { readCampaign } from '../forms/campaign.ts';
import { FormView, type FormViewInput } from '../forms/FormView.tsx';
import { findInvalidFields } from '../forms/form-rules.ts';
import { submitForm } from '../forms/submit-form.ts';
import { usePhone } from '../forms/use-phone.ts';
import { carryQuery } from '../links/carry-query.ts';

/** Props of the island, as JSON in the page. */
interface RequestFormProps {
  readonly form: FormViewInput;
}

type Errors = ReadonlyMap<string, string>;

/** A form that checks its fields, posts once, and leads to its success page. */
export function RequestForm({ form }: RequestFormProps): ReactNode {
  const [isAwake, setIsAwake] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  // State is only seen by the next render, a second press may come before it.
  const isSent = useRef(false);
  const [errors, setErrors] = useState<Errors>(new Map());
  const [formError, setFormError] = useState<string | null>(null);
  const phone = usePhone();
  const hasPhone = form.fields.some(({ type }) => type === 'tel');

  const setBusy = (busy: boolean) => {
    isSent.current = busy;
    setIsBusy(busy);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island wakes
  useEffect(() => {
    setIsAwake(true);
    if (document.activeElement?.matches(`#${CSS.escape(form.id)} [type=tel]`) === true) void phone.prepare();
    // A page that comes back from the back/forward cache would else stay busy for ever.
    const rest = () => setBusy(false);
    window.addEventListener('pageshow', rest);
    return () => window.removeEventListener('pageshow', rest);
  }, []);

  /** Shows messages, and leads to the first field that has one. */
  const showErrors = (element: HTMLFormElement, messages: Errors) => {
    setErrors(messages);
    const first = form.fields.find(({ name }) => messages.has(name));
    const input = first === undefined ? null : element.elements.namedItem(first.name);
    if (input instanceof HTMLElement) input.focus();
  };
  const send = async (element: HTMLFormElement, values: Readonly<Record<string, string>>) => {
    const outcome = await submitForm(form.action, values);
    if (outcome === 'sent')
      return location.assign(carryQuery(new URL(form.successHref, location.href), location.search));
    setBusy(false);
    if (outcome === 'failed') setFormError(form.errorServer);
    else showErrors(element, new Map([['email', form.errorEmailInUse]]));
  };
  const submit = async (element: HTMLFormElement) => {
    if (isSent.current) return;
    setBusy(true);
    setFormError(null);
    const values = readValues(element);
    const parse = hasPhone ? await phone.prepare() : null;
    const invalid = new Set(
      parse === null
        ? findInvalidFields(form.fields, values)
        : findInvalidFields(form.fields, values, (text) => parse(text) !== null),
    );
    showErrors(element, new Map(form.fields.flatMap(({ name, error }) => (invalid.has(name) ? [[name, error]] : []))));
    if (invalid.size > 0) return setBusy(false);
    await send(element, { ...values, ...(parse === null ? {} : { phone: parse(values.phone ?? '') ?? '' }) });
  };

  const handlers = {
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    onInput: ({ target }: InputEvent<HTMLFormElement>) => {
      if (target instanceof HTMLInputElement && errors.has(target.name))
        setErrors(new Map([...errors].filter(([name]) => name !== target.name)));
    },
    onFocus: ({ target }: FocusEvent<HTMLFormElement>) => {
      if (target instanceof HTMLInputElement && target.type === 'tel') void phone.prepare();
    },
  };
  return (
    <FormView
      form={form}
      errors={errors}
      formError={formError}
      isBusy={isBusy}
      isAwake={isAwake}
      {...(isAwake && hasPhone ? { country: phone.choice } : {})}
      {...handlers}
    />
  );
}

/** What was typed, trimmed, with the page that it was typed on and the campaign that led there. */
function readValues(element: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = { page: location.pathname, ...readCampaign(location.search) };
  for (const [name, value] of new FormData(element))
    if (typeof value === 'string' && name !== 'success') values[name] = value.trim();
  return values;
}
