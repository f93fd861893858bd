// The markup of a form: labels, fields, a honeypot and a button. It works without JavaScript. Its island passes errors and handlers,
// so that the HTML of the build and the first render in the browser are the same.

import type { ChangeEventHandler, FocusEventHandler, InputEventHandler, ReactNode, SubmitEventHandler } from 'react';
import { type FieldType, MESSAGE_MAX_CHARACTERS } from './form-rules.ts';
import type { Country } from './phone.ts';

/** One field of a form. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly autoComplete: string;
  /** Of a select. */
  readonly choices?: readonly string[];
  /** Every other field is required. */
  readonly isOptional?: boolean;
  /** `lang` of the label, if it is not that of the other labels. */
  readonly labelLang?: string;
  /** Shown when the field is empty or not valid. */
  readonly error: string;
  /** Shown below the error: how to correct it. */
  readonly help?: string;
}

/** A form in one language, as JSON. */
export interface FormViewInput {
  /** Unique on the page; prefix of the ids in the form. */
  readonly id: string;
  readonly kind: string;
  readonly action: string;
  /** The page after the form was sent. */
  readonly successHref: string;
  readonly title: string;
  readonly text: string | null;
  /** `lang` of the labels, if it is not that of the page. */
  readonly lang?: string;
  /** `lang` of the texts of editors, if it is not that of the labels. */
  readonly editorLang?: { readonly title?: string; readonly text?: string; readonly button?: string };
  readonly fields: readonly FormField[];
  /** After the label of a field that may stay empty. */
  readonly optionalNote: string;
  readonly requiredNote: string;
  /** Privacy note with a link to the policy. */
  readonly privacy: string;
  readonly privacyLink: { readonly text: string; readonly href: string } | null;
  readonly button: string;
  readonly honeypotLabel: string;
  /** Text of the button while the form is being sent. */
  readonly busyText: string;
  readonly errorEmailInUse: string;
  readonly helpEmailInUse: string;
  readonly errorServer: string;
  readonly helpServer: string;
  /** Label of the country of a phone number. */
  readonly countryLabel: string;
}

/** The country of a phone number. */
export interface CountryChoice {
  readonly code: string;
  /** Empty until they are loaded. */
  readonly countries: readonly Country[];
  readonly onChange: ChangeEventHandler<HTMLSelectElement>;
}

interface FormViewProps {
  readonly form: FormViewInput;
  /** Messages by field name. */
  readonly errors?: ReadonlyMap<string, string>;
  /** Message for the whole form. */
  readonly formError?: string | null;
  readonly isBusy?: boolean;
  /** Set by the island, which validates the fields itself. */
  readonly isHydrated?: boolean;
  readonly country?: CountryChoice;
  readonly onSubmit?: SubmitEventHandler<HTMLFormElement>;
  readonly onInput?: InputEventHandler<HTMLFormElement>;
  readonly onFocus?: FocusEventHandler<HTMLFormElement>;
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

/** Renders a form in the given state. */
export function FormView({
  form,
  errors = NO_ERRORS,
  formError = null,
  isBusy = false,
  isHydrated = false,
  country,
  ...handlers
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
      aria-busy={isBusy || undefined}
      noValidate={isHydrated}
      {...handlers}
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
          error={errors.get(field.name) ?? null}
          help={errors.get(field.name) === form.errorEmailInUse ? form.helpEmailInUse : field.help}
          country={field.type === 'tel' ? country : undefined}
          countryLabel={form.countryLabel}
          optionalNote={form.optionalNote}
        />
      ))}
      <Honeypot label={form.honeypotLabel} inputId={`${form.id}-website`} />
      <input type="hidden" name="form" value={form.kind} />
      <input type="hidden" name="success" value={form.successHref} />
      <p className="form__note">{form.requiredNote}</p>
      {formError === null ? null : (
        <div role="alert">
          <p className="form__error">{formError}</p>
          <p className="form__help">{form.helpServer}</p>
        </div>
      )}
      <SubmitButton form={form} isBusy={isBusy} />
      <Privacy form={form} />
    </form>
  );
}

function SubmitButton({ form, isBusy }: { readonly form: FormViewInput; readonly isBusy: boolean }): ReactNode {
  return (
    <button
      className="button form__button"
      type="submit"
      aria-disabled={isBusy}
      lang={isBusy ? undefined : form.editorLang?.button}
    >
      {isBusy ? form.busyText : form.button}
    </button>
  );
}

function Privacy({ form: { privacy, privacyLink } }: { readonly form: FormViewInput }): ReactNode {
  return (
    <p className="form__note form__privacy">
      {privacy}
      {privacyLink === null ? null : (
        <>
          {' '}
          <a href={privacyLink.href}>{privacyLink.text}</a>
        </>
      )}
    </p>
  );
}

interface FieldProps {
  readonly field: FormField;
  readonly inputId: string;
  readonly error: string | null;
  readonly help: string | undefined;
  readonly country: CountryChoice | undefined;
  readonly countryLabel: string;
  readonly optionalNote: string;
}

function Field({ field, inputId, error, help, country, countryLabel, optionalNote }: FieldProps): ReactNode {
  const errorId = `${inputId}-error`;
  const attributes = {
    className: 'field__input',
    id: inputId,
    name: field.name,
    autoComplete: field.autoComplete,
    required: field.isOptional !== true,
    'aria-invalid': error !== null || undefined,
    'aria-describedby': error === null ? undefined : help === undefined ? errorId : `${errorId} ${inputId}-help`,
  };
  const input =
    field.type === 'textarea' ? (
      <textarea {...attributes} rows={3} maxLength={MESSAGE_MAX_CHARACTERS} />
    ) : field.type === 'select' ? (
      <select {...attributes} defaultValue="">
        <option value="" />
        {field.choices?.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    ) : (
      <input {...attributes} type={field.type} />
    );
  return (
    <div className={field.type === 'tel' || field.autoComplete === 'off' ? 'field' : 'field field--half'}>
      <label className="field__label" htmlFor={inputId}>
        {field.labelLang === undefined ? field.label : <span lang={field.labelLang}>{field.label}</span>}
        {field.isOptional === true ? <span className="field__optional"> {optionalNote}</span> : null}
      </label>
      <div className={country === undefined ? undefined : 'field__phone'}>
        {country === undefined ? null : <CountrySelect country={country} label={countryLabel} />}
        {input}
      </div>
      {error === null ? null : (
        <p className="field__error" id={errorId}>
          {error}
        </p>
      )}
      {error === null || help === undefined ? null : (
        <p className="form__help" id={`${inputId}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** Shows only the selected country until all are loaded. */
function CountrySelect({ country, label }: { readonly country: CountryChoice; readonly label: string }): ReactNode {
  const { code, countries, onChange } = country;
  const callingCode = countries.find((each) => each.code === code)?.callingCode ?? '';
  return (
    <div className="field__country">
      <select className="field__input" name="country" aria-label={label} value={code} onChange={onChange}>
        {countries.length === 0 ? <option value={code}>{code}</option> : null}
        {countries.map((each) => (
          <option key={each.code} value={each.code}>
            {each.label}
          </option>
        ))}
      </select>
      {/* The select is transparent, because country names are too long for the field. This is visible instead. */}
      <span className="field__input" aria-hidden="true">
        {code} {callingCode}
      </span>
    </div>
  );
}

/** Hidden from people. Bots fill it in. */
function Honeypot({ label, inputId }: { readonly label: string; readonly inputId: string }): ReactNode {
  return (
    <div className="form__trap" aria-hidden="true">
      <label htmlFor={inputId}>{label}</label>
      <input id={inputId} name="website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
