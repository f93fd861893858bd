// A form of the site with its fields and messages. A plain HTML form; its island validates it on first use.

import type { ReactNode } from 'react';
import type { FormField, FormViewInput } from '../../client/forms/FormView.tsx';
import type { FormKind } from '../../content/blocks.ts';
import type { WordKey } from '../../locales/words.ts';
import { useWords, type WordsContextValue } from '../contexts.ts';
import { Island } from '../Island.tsx';
import type { ASKED_FIELDS, FormInput } from '../page-input.ts';
import './Form.css';

interface FieldRow extends Omit<FormField, 'label' | 'error' | 'help'> {
  readonly label: WordKey;
  readonly error: WordKey;
}

/** Fields of a demo request. */
const DEMO_FIELDS: readonly FieldRow[] = [
  { name: 'first_name', type: 'text', autoComplete: 'given-name', label: 'forms.firstName', error: 'forms.errorName' },
  {
    name: 'last_name',
    type: 'text',
    autoComplete: 'family-name',
    label: 'forms.lastName',
    error: 'forms.errorLastName',
  },
  { name: 'company', type: 'text', autoComplete: 'organization', label: 'forms.company', error: 'forms.errorCompany' },
  { name: 'email', type: 'email', autoComplete: 'email', label: 'forms.workEmail', error: 'forms.errorEmail' },
  { name: 'phone', type: 'tel', autoComplete: 'tel', label: 'forms.phone', error: 'forms.errorPhone' },
];
/** Fields of a report request, with its own labels. */
const REPORT_FIELDS: readonly FieldRow[] = [
  { name: 'name', type: 'text', autoComplete: 'name', label: 'forms.name', error: 'forms.errorName' },
  {
    name: 'company',
    type: 'text',
    autoComplete: 'organization',
    label: 'forms.companyName',
    error: 'forms.errorCompany',
  },
  { name: 'email', type: 'email', autoComplete: 'email', label: 'forms.reportEmail', error: 'forms.errorEmail' },
];
const SHORT_FIELDS: readonly FieldRow[] = [
  { name: 'name', type: 'text', autoComplete: 'name', label: 'forms.name', error: 'forms.errorName' },
  { name: 'company', type: 'text', autoComplete: 'organization', label: 'forms.company', error: 'forms.errorCompany' },
  { name: 'email', type: 'email', autoComplete: 'email', label: 'forms.workEmail', error: 'forms.errorEmail' },
];
/** For private persons, so without company; they need not say who they are. */
const DATA_REQUEST_FIELDS: readonly FieldRow[] = [
  { name: 'email', type: 'email', autoComplete: 'email', label: 'forms.email', error: 'forms.errorEmail' },
  {
    name: 'name',
    type: 'text',
    autoComplete: 'name',
    isOptional: true,
    label: 'forms.name',
    error: 'forms.errorName',
  },
];

/** The specification fixes the messages; these say how to correct the field. */
const HELP_BY_TYPE: Readonly<Partial<Record<FormField['type'], WordKey>>> = {
  email: 'forms.helpEmail',
  tel: 'forms.helpPhone',
};

/** How the fields are shown that an editor can add. */
const ASKED: Readonly<Record<(typeof ASKED_FIELDS)[number], Pick<FieldRow, 'type' | 'error'>>> = {
  choice: { type: 'select', error: 'forms.errorChoice' },
  message: { type: 'textarea', error: 'forms.errorMessage' },
  link: { type: 'url', error: 'forms.errorLink' },
  preferred_time: { type: 'text', error: 'forms.errorTime' },
};

/** Labels end so if visitors must fill in the field. */
const REQUIRED_SIGN = '*';

const FORMS = {
  demo: { fields: DEMO_FIELDS, title: 'forms.titleDemo', button: 'forms.buttonDemo' },
  'blog-demo': { fields: DEMO_FIELDS, title: 'forms.titleDemo', button: 'forms.buttonDemo' },
  report: { fields: REPORT_FIELDS, title: 'forms.titleReport', button: 'forms.buttonReport' },
  subscription: { fields: SHORT_FIELDS, title: 'forms.titleSubscription', button: 'forms.buttonSubscription' },
  'e-book': { fields: SHORT_FIELDS, title: 'forms.titleEBook', button: 'forms.buttonEBook' },
  academy: { fields: SHORT_FIELDS, title: 'forms.titleAcademy', button: 'forms.buttonAcademy' },
  benchmarks: { fields: SHORT_FIELDS, title: 'forms.titleBenchmarks', button: 'forms.buttonBenchmarks' },
  webinar: { fields: SHORT_FIELDS, title: 'forms.titleWebinar', button: 'forms.buttonWebinar' },
  'data-request': { fields: DATA_REQUEST_FIELDS, title: 'forms.titleDataRequest', button: 'forms.buttonDataRequest' },
} as const satisfies Record<FormKind, { fields: readonly FieldRow[]; title: WordKey; button: WordKey }>;

export function Form({ form }: { readonly form: FormInput }): ReactNode {
  const view = createFormView(form, useWords());
  return <Island name="RequestForm" props={{ form: view }} idPrefix={`${form.id}-`} />;
}

function createFormView(form: FormInput, words: WordsContextValue): FormViewInput {
  const row = FORMS[form.kind];
  const { t } = words;
  const asked = createAsked(form, words);
  const isFirst = ({ isOptional }: FormField) => isOptional !== true;
  const fields = row.fields.map((field) => {
    const help = HELP_BY_TYPE[field.type];
    return { ...field, label: t(field.label), error: t(field.error), ...(help && { help: t(help) }) };
  });
  return {
    id: form.id,
    kind: form.kind,
    action: form.action,
    successHref: form.successHref,
    title: form.title ?? t(row.title),
    text: form.text,
    ...createLanguages(form, words),
    fields: [...asked.filter(isFirst), ...fields, ...asked.filter((field) => !isFirst(field))],
    optionalNote: t('forms.optional'),
    requiredNote: t([...fields, ...asked].every(isFirst) ? 'forms.requiredNote' : 'forms.requiredUnlessOptional'),
    privacy: t(form.kind === 'subscription' ? 'forms.privacyLetter' : 'forms.privacy'),
    privacyLink: form.privacyHref === null ? null : { text: t('common.menu.privacy-policy'), href: form.privacyHref },
    button: form.button ?? t(row.button),
    honeypotLabel: t('forms.honeypot'),
    busyText: t('forms.sending'),
    errorEmailInUse: t('forms.errorEmailInUse'),
    helpEmailInUse: t('forms.helpEmailInUse'),
    errorServer: t('forms.errorServer'),
    helpServer: t('forms.helpServer'),
    countryLabel: t('forms.country'),
  };
}

function createAsked(form: FormInput, { t, pageLanguageTag, wordsLang }: WordsContextValue): readonly FormField[] {
  const labelTag = form.languageTag ?? pageLanguageTag;
  return form.asked.map(({ name, label, choices }) => ({
    name,
    label: label.endsWith(REQUIRED_SIGN) ? label.slice(0, -1).trimEnd() : label,
    type: ASKED[name].type,
    autoComplete: 'off',
    error: t(ASKED[name].error),
    // A request about data is about the post that the link leads to, so it comes first.
    isOptional:
      name !== 'choice' && (name !== 'link' || form.kind !== 'data-request') && !label.endsWith(REQUIRED_SIGN),
    ...(choices !== undefined && { choices }),
    ...(labelTag === (wordsLang ?? pageLanguageTag) ? {} : { labelLang: labelTag }),
  }));
}

/** `lang` of labels and texts, which can be in different languages. Empty if all are in the language of the page. */
function createLanguages(
  form: FormInput,
  { pageLanguageTag, wordsLang }: WordsContextValue,
): Pick<FormViewInput, 'lang' | 'editorLang'> {
  const lang = wordsLang === undefined ? {} : { lang: wordsLang };
  const editorTag = form.languageTag ?? pageLanguageTag;
  const texts = (['title', 'text', 'button'] as const).filter((name) => form[name] !== null);
  if (editorTag === (wordsLang ?? pageLanguageTag) || texts.length === 0) return lang;
  return { ...lang, editorLang: Object.fromEntries(texts.map((name) => [name, editorTag])) };
}
