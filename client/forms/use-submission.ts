// Validates and sends a form once, then shows errors or opens the success page.

import { useRef, useState } from 'react';
import { carryQuery } from '../links/carry-query.ts';
import { readCampaign } from './campaign.ts';
import type { FormField, FormViewInput } from './FormView.tsx';
import { findInvalidFields, readLink } from './form-rules.ts';
import { submitForm } from './submit-form.ts';
import type { ParsePhone, PhoneRules } from './use-phone.ts';

/** Messages by field name. */
type Errors = ReadonlyMap<string, string>;

interface Submission {
  readonly isBusy: boolean;
  readonly errors: Errors;
  /** Message for the whole form. */
  readonly formError: string | null;
  /** Sends the form, unless it is already being sent. */
  readonly submit: (element: HTMLFormElement) => Promise<void>;
  /** Removes the message of a field. */
  readonly clearError: (name: string) => void;
  readonly setBusy: (busy: boolean) => void;
}

/** State of a form; `preparePhone` is null if it has no phone number. */
export function useSubmission(
  form: FormViewInput,
  preparePhone: (() => Promise<PhoneRules | null>) | null,
): Submission {
  const [isBusy, setIsBusy] = useState(false);
  // A second press may come before the next render.
  const isSent = useRef(false);
  const [errors, setErrors] = useState<Errors>(new Map());
  const [formError, setFormError] = useState<string | null>(null);
  const setBusy = (busy: boolean) => {
    isSent.current = busy;
    setIsBusy(busy);
  };
  const showErrors = (element: HTMLFormElement, messages: Errors) => {
    setErrors(messages);
    focusFirst(form.fields, element, messages);
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
    const values = readValues(form, element);
    const phone = (await preparePhone?.()) ?? null;
    const messages = findMessages(form.fields, values, phone?.parse ?? null);
    showErrors(element, messages);
    if (messages.size > 0) return setBusy(false);
    const typed = values.phone ?? '';
    // The number may have been typed before its country could follow it.
    const normalized = phone && { phone: phone.parse(typed) ?? '', country: phone.findCountry(typed) };
    await send(element, { ...values, ...normalized });
  };
  const clearError = (name: string) => {
    if (errors.has(name)) setErrors(new Map([...errors].filter(([other]) => other !== name)));
  };
  return { isBusy, errors, formError, submit, clearError, setBusy };
}

/** Focuses the first field with a message. */
function focusFirst(fields: readonly FormField[], element: HTMLFormElement, messages: Errors): void {
  const first = fields.find(({ name }) => messages.has(name));
  const input = first === undefined ? null : element.elements.namedItem(first.name);
  if (input instanceof HTMLElement) input.focus();
}

function findMessages(
  fields: readonly FormField[],
  values: Readonly<Record<string, string>>,
  parse: ParsePhone | null,
): Errors {
  const invalid = new Set(
    parse === null
      ? findInvalidFields(fields, values)
      : findInvalidFields(fields, values, (text) => parse(text) !== null),
  );
  return new Map(fields.flatMap(({ name, error }) => (invalid.has(name) ? [[name, error]] : [])));
}

/** The trimmed values, with the page and the campaign. */
function readValues(form: FormViewInput, element: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = { page: location.pathname, ...readCampaign(location.search) };
  for (const [name, value] of new FormData(element))
    if (typeof value === 'string' && name !== 'success') values[name] = value.trim();
  for (const { name, type } of form.fields)
    if (type === 'url') values[name] = readLink(values[name] ?? '') ?? values[name] ?? '';
  return values;
}
