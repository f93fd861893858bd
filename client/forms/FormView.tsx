// A form as markup: labels, fields, a honeypot and a button. It posts without JavaScript; the island that wakes it up
// hands in errors and handlers, so that the HTML of the build and the first render in the browser are the same.

import type { ReactNode, SubmitEventHandler } from 'react';

/** One field of a form. Every field is required. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'tel';
  readonly autoComplete: string;
  /** Shown when the field is empty or not valid. */
  readonly error: string;
}

/** A form in one language, as JSON. */
export interface FormViewInput {
  /** Unique on the page; the ids inside start with it. */
  readonly id: string;
  readonly kind: string;
  readonly action: string;
  /** Where a visitor goes afterwards. */
  readonly successHref: string;
  readonly title: string;
  readonly text: string | null;
  /** `lang` of the labels, where it is not the page's. */
  readonly lang?: string;
  /** `lang` of the texts that an editor wrote, where it is not that of the labels. */
  readonly editorLang?: { readonly title?: string; readonly text?: string; readonly button?: string };
  readonly fields: readonly FormField[];
  readonly requiredNote: string;
  readonly button: string;
  readonly honeypotLabel: string;
  /** The button's text while the form is on its way. */
  readonly busyText: string;
}

interface FormViewProps {
  readonly form: FormViewInput;
  /** Names of the fields whose error shows. */
  readonly invalid?: ReadonlySet<string>;
  readonly isBusy?: boolean;
  /** Set by the island once it checks the fields itself. */
  readonly isAwake?: boolean;
  readonly onSubmit?: SubmitEventHandler<HTMLFormElement>;
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** A form of the site, in the state that it is told. */
export function FormView({
  form,
  invalid = NO_FIELDS,
  isBusy = false,
  isAwake = false,
  onSubmit,
}: FormViewProps): ReactNode {
  const titleId = `${form.id}-title`;
  return (
    <form
      className="form"
      id={form.id}
      lang={form.lang}
      method="post"
      action={form.action}
      aria-labelledby={titleId}
      noValidate={isAwake}
      onSubmit={onSubmit}
    >
      <h2 className="form__title" id={titleId} lang={form.editorLang?.title}>
        {form.title}
      </h2>
      {form.text === null ? null : (
        <p className="form__text" lang={form.editorLang?.text}>
          {form.text}
        </p>
      )}
      {form.fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          inputId={`${form.id}-${field.name}`}
          isInvalid={invalid.has(field.name)}
        />
      ))}
      <Honeypot label={form.honeypotLabel} inputId={`${form.id}-website`} />
      <input type="hidden" name="form" value={form.kind} />
      <input type="hidden" name="success" value={form.successHref} />
      <p className="form__note">{form.requiredNote}</p>
      <button
        className="button form__button"
        type="submit"
        aria-disabled={isBusy}
        lang={isBusy ? undefined : form.editorLang?.button}
      >
        {isBusy ? form.busyText : form.button}
      </button>
    </form>
  );
}

interface FieldProps {
  readonly field: FormField;
  readonly inputId: string;
  readonly isInvalid: boolean;
}

function Field({ field, inputId, isInvalid }: FieldProps): ReactNode {
  const errorId = `${inputId}-error`;
  return (
    <div className="field">
      <label className="field__label" htmlFor={inputId}>
        {field.label}
      </label>
      <input
        className="field__input"
        id={inputId}
        name={field.name}
        type={field.type}
        autoComplete={field.autoComplete}
        required
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? errorId : undefined}
      />
      {isInvalid ? (
        <p className="field__error" id={errorId}>
          {field.error}
        </p>
      ) : null}
    </div>
  );
}

/** People do not see it and leave it empty; programs that fill in forms do not. */
function Honeypot({ label, inputId }: { readonly label: string; readonly inputId: string }): ReactNode {
  return (
    <div className="form__trap" aria-hidden="true">
      <label htmlFor={inputId}>{label}</label>
      <input id={inputId} name="website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
