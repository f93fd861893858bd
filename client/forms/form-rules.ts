// What a field of a form must hold (the specification leaves it open; the rules are ours, see the README).

/** A field, as far as its rule goes. */
export interface RuledField {
  readonly name: string;
  readonly type: 'text' | 'email' | 'tel';
}

const TEXT_MAX_CHARACTERS = 100;
const EMAIL_MAX_CHARACTERS = 254;
/** HTML's valid e-mail address, with at least one dot in the domain. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
/** What a number looks like while the metadata of the countries is not there. */
const PHONE_SHAPE = /^\+?[\d\s().-]{5,25}$/;

/** Names of the fields whose value breaks their rule, in the order of the fields. Values are trimmed first. */
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

/** A name or company: one to a hundred characters, as a person counts them. */
export function isName(value: string): boolean {
  const { length } = [...value];
  return length > 0 && length <= TEXT_MAX_CHARACTERS;
}

/** An address that a mail server of the internet may have. */
export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(value);
}
