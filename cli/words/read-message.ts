// Parses an ICU message and returns its arguments or its first error.

import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';

/** A valid message, or its first error. */
export type ReadMessage =
  /** Arguments in order of first use, with the offset of it. */
  | { readonly kind: 'good'; readonly arguments: ReadonlyMap<string, number> }
  | { readonly kind: 'broken'; readonly what: string; readonly fix: string; readonly at: number };

const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];
const QUOTES = "For a brace itself, write it in quotes: '{' or '}'.";

/** Parses a message. Never throws. */
export function readMessage(message: string): ReadMessage {
  // A text without braces is valid.
  if (!/[{}]/.test(message)) return { kind: 'good', arguments: new Map() };
  let elements: readonly MessageFormatElement[];
  try {
    elements = parse(message, { ignoreTag: true, captureLocation: true });
  } catch (cause) {
    return describeSyntax(cause);
  }
  return findBrokenElement(elements, message) ?? { kind: 'good', arguments: listArguments(elements) };
}

/** By the code of the parser's error. */
const SYNTAX: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: ['A "{" is not closed.', `Add the missing "}". ${QUOTES}`],
  EMPTY_ARGUMENT: ['"{}" has no argument name.', `Write the name between the braces, as in {count}. ${QUOTES}`],
  MALFORMED_ARGUMENT: [
    'The text after "{" is not an argument name.',
    `A name has no spaces or hyphens, as in {count}. ${QUOTES}`,
  ],
  INVALID_ARGUMENT_TYPE: ['Unknown argument type.', 'Use plural, selectordinal, select, number, date or time.'],
  MISSING_OTHER_CLAUSE: [
    'The plural or select has no "other", or a form before it is not closed.',
    'Write it as {count, plural, one {# page} other {# pages}}.',
  ],
};

function describeSyntax(cause: unknown): ReadMessage {
  if (!(cause instanceof SyntaxError)) throw cause;
  const [what, fix] = SYNTAX[cause.message] ?? [
    `The message is not valid ICU syntax (${cause.message.toLowerCase().replaceAll('_', ' ')}).`,
    'Write an argument as {name}, and a plural as {count, plural, one {# page} other {# pages}}.',
  ];
  return { kind: 'broken', what, fix, at: offsetOf(cause) };
}

/** The start of an element or error of the parser. */
function offsetOf(found: object): number {
  const { location } = found as { readonly location?: MessageFormatElement['location'] };
  return location?.start.offset ?? 0;
}

/** Errors that the parser accepts: a brace without a partner, an unknown plural form. */
function findBrokenElement(elements: readonly MessageFormatElement[], message: string): ReadMessage | null {
  for (const element of elements) {
    if (isLiteralElement(element) && element.value.includes('}') && !message.includes("'")) {
      const at = offsetOf(element) + element.value.indexOf('}');
      return { kind: 'broken', what: 'A "}" has no matching "{".', fix: `Remove it. ${QUOTES}`, at };
    }
    if (!isPluralElement(element) && !isSelectElement(element)) continue;
    for (const [form, { value, location }] of Object.entries(element.options)) {
      if (isPluralElement(element) && !form.startsWith('=') && !PLURAL_FORMS.includes(form))
        return {
          kind: 'broken',
          what: `"${form}" is not a plural form.`,
          fix: `Use ${PLURAL_FORMS.join(', ')}, or a number as =0.`,
          // The parser gives only the place of its text.
          at: message.lastIndexOf(form, location?.start.offset),
        };
      const broken = findBrokenElement(value, message);
      if (broken !== null) return broken;
    }
  }
  return null;
}

function listArguments(elements: readonly MessageFormatElement[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const element of elements) {
    if (isLiteralElement(element) || isPoundElement(element) || isTagElement(element)) continue;
    if (!found.has(element.value)) found.set(element.value, offsetOf(element));
    if (isArgumentElement(element) || !('options' in element)) continue;
    for (const { value } of Object.values(element.options))
      for (const [name, at] of listArguments(value)) if (!found.has(name)) found.set(name, at);
  }
  return found;
}
