// Validates the fields of forms. The specification has no rules for them; ours are in the README.

/** The properties of a field that are validated. */
export interface RuledField {
  readonly name: string;
  readonly type: 'text' | 'email' | 'tel';
}

const TEXT_MAX_CHARACTERS = 100;
const EMAIL_MAX_CHARACTERS = 254;
/** HTML's valid e-mail address, with at least one dot in the domain. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
/** Used while the metadata of the countries is not loaded. */
const PHONE_SHAPE = /^\+?[\d\s().-]{5,25}$/;

/** Names of invalid fields, in the order of the fields. Values are trimmed first. */
export function findInvalidFields(
  fields: readonly RuledField[],
  values: Readonly<Record<string, string>>,
  isPossiblePhone: (text: string) => boolean = (text) => PHONE_SHAPE.test(text),
): readonly string[] {
  const isValid = ({ name, type }: RuledField) => {
    const value = (values[name] ?? '').trim();
    switch (type) {
      case 'text':
        return isName(value);
      case 'email':
        return isEmail(value);
      case 'tel':
        return value !== '' && isPossiblePhone(value);
    }
  };
  return fields.filter((field) => !isValid(field)).map(({ name }) => name);
}

/** A name or company: 1 to 100 visible characters. */
export function isName(value: string): boolean {
  const { length } = [...value];
  return length > 0 && length <= TEXT_MAX_CHARACTERS;
}

/** An e-mail address with a domain. */
export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(value);
}
