// A form with validation, a busy state and one submission at a time. Until its first use, and without JavaScript, the same markup is
// a plain form.

import { type FocusEvent, type InputEvent, type ReactNode, type SubmitEvent, useEffect, useState } from 'react';
import { FormView, type FormViewInput } from '../forms/FormView.tsx';
import { usePhone } from '../forms/use-phone.ts';
import { useSubmission } from '../forms/use-submission.ts';

/** Props of the island, as JSON in the page. */
interface RequestFormProps {
  readonly form: FormViewInput;
}

/** A form that validates its fields, posts once, and opens its success page. */
export function RequestForm({ form }: RequestFormProps): ReactNode {
  const [isHydrated, setIsHydrated] = useState(false);
  const phone = usePhone();
  const hasPhone = form.fields.some(({ type }) => type === 'tel');
  const { isBusy, errors, formError, submit, clearError, setBusy } = useSubmission(
    form,
    hasPhone ? phone.prepare : null,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island starts
  useEffect(() => {
    setIsHydrated(true);
    if (document.activeElement?.matches(`#${CSS.escape(form.id)} [type=tel]`) === true) void phone.prepare();
    // Otherwise a page from the back/forward cache would stay busy.
    const rest = () => setBusy(false);
    window.addEventListener('pageshow', rest);
    return () => window.removeEventListener('pageshow', rest);
  }, []);

  const handlers = {
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    onInput: ({ target }: InputEvent<HTMLFormElement>) => {
      if (
        target instanceof HTMLInputElement ||
        target instanceof HTMLTextAreaElement ||
        target instanceof HTMLSelectElement
      )
        clearError(target.name);
      if (target instanceof HTMLInputElement && target.type === 'tel') phone.follow(target.value);
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
      isHydrated={isHydrated}
      {...(isHydrated && hasPhone ? { country: phone.choice } : {})}
      {...handlers}
    />
  );
}
