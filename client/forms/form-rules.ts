// Validates the fields of forms. The rules are in docs/browser.md.

/** How a field is shown and validated. */
export type FieldType = 'text' | 'email' | 'tel' | 'url' | 'textarea' | 'select';

/** The properties of a field that are validated. */
export interface RuledField {
  readonly name: string;
  readonly type: FieldType;
  /** May stay empty. */
  readonly isOptional?: boolean;
}

/** Longest message. */
export const MESSAGE_MAX_CHARACTERS = 2000;

const TEXT_MAX_CHARACTERS = 100;
const EMAIL_MAX_CHARACTERS = 254;
/** HTML's valid e-mail address, with at least one dot in the domain. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
/** A host with a dot, and no name or password before it. */
const LINK = /^https?:\/\/[^\s/@:]+\.[^\s/@:]+(?::\d+)?(?:[/?#]\S*)?$/i;
/** Used while the metadata of the countries is not loaded. */
const PHONE_SHAPE = /^\+?[\d\s().-]{5,25}$/;

/** Names of invalid fields, in the order of the fields. Values are trimmed first. */
export function findInvalidFields(
  fields: readonly RuledField[],
  values: Readonly<Record<string, string>>,
  isPossiblePhone: (text: string) => boolean = (text) => PHONE_SHAPE.test(text),
): readonly string[] {
  const isValid = ({ name, type, isOptional = false }: RuledField) => {
    const value = (values[name] ?? '').trim();
    if (value === '') return isOptional;
    switch (type) {
      case 'text':
      case 'select':
        return isName(value);
      case 'email':
        return isEmail(value);
      case 'tel':
        return isPossiblePhone(value);
      case 'url':
        return readLink(value) !== null;
      case 'textarea':
        return value.length <= MESSAGE_MAX_CHARACTERS;
    }
  };
  return fields.filter((field) => !isValid(field)).map(({ name }) => name);
}

/** A name or company: 1 to 100 visible characters. */
export function isName(value: string): boolean {
  const { length } = [...value];
  return length > 0 && length <= TEXT_MAX_CHARACTERS;
}

/** The web address that a visitor means: `example.com/post` gets its scheme. Null for any other text. */
export function readLink(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return LINK.test(address) && URL.canParse(address) ? address : null;
}

/** An e-mail address with a domain. */
export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(value);
}
