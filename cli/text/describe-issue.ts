// Describes a zod issue for editors, with the expected and received values. zod's messages are for programmers.

import type * as z from 'zod';
import { isVisible } from '../../content/fields.ts';
import { printableText } from './printable-text.ts';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  date: 'a date',
  null: 'nothing',
};

/** 'Expected text, received null.' */
export function describeIssue(issue: z.core.$ZodIssue): string {
  return `${describeExpected(issue)}, received ${describeReceived(receivedOf(issue))}.`;
}

/** 'Expected text': without a full stop. */
export function describeExpected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return hasOwnMessage(issue) ? ownMessage(issue) : `Expected ${TYPE_WORDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string') return 'Expected text';
      return issue.inclusive === false ? `Expected more than ${issue.minimum}` : `Expected ${issue.minimum} at least`;
    case 'too_big':
      return `Expected ${issue.maximum} at most`;
    case 'invalid_value':
      return hasOwnMessage(issue) ? issue.message : expectedOneOf(issue.values);
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? expectedOneOf(issue.options) : ownMessage(issue);
    default:
      return ownMessage(issue);
  }
}

const hasOwnMessage = ({ message }: z.core.$ZodIssue) => message.startsWith('Expected');
const ownMessage = ({ message }: z.core.$ZodIssue) => message.replace(/\.$/, '');

/** More options are only counted. */
const MOST_OPTIONS = 24;

function expectedOneOf(values: readonly unknown[]): string {
  const named = values.slice(0, MOST_OPTIONS).map((value) => JSON.stringify(value));
  const others = values.length > MOST_OPTIONS ? ` or ${values.length - MOST_OPTIONS} others` : '';
  return `Expected ${values.length === 1 ? '' : 'one of '}${named.join(', ')}${others}`;
}

/** The received value. For an unknown variant zod has the whole object instead of its discriminator. */
export function receivedOf(issue: z.core.$ZodIssue): unknown {
  const { input } = issue;
  if (issue.code !== 'invalid_union' || !('discriminator' in issue) || typeof issue.discriminator !== 'string')
    return input;
  const fields = new Map(Object.entries(typeof input === 'object' && input !== null ? input : {}));
  return fields.get(issue.discriminator);
}

function describeReceived(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a group of fields';
  if (typeof value !== 'string') return String(value);
  if (value.trim() === '') return 'empty text';
  return !isVisible(value) ? 'text of invisible characters' : `"${printableText(value, 60)}"`;
}
