// Parsers for the values of command-line flags.

import { InvalidArgumentError } from 'commander';

/** Joins repeated and comma-separated lists. Rejects empty lists, because an unset variable must not mean `all`. */
export function collectLocales(value: string, previous: readonly string[]): readonly string[] {
  const locales = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (locales.length === 0)
    throw new InvalidArgumentError(
      'The list is empty. Is the variable for it set? Nothing was built. Use codes such as "en,es", or "all".',
    );
  return [...previous, ...locales];
}

/** A day or time (ISO 8601). */
export function parseDate(value: string): string {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(value) ?? [];
  // The 31st of February would be in March.
  if (day !== undefined && !Number.isNaN(Date.parse(value)) && new Date(day).toISOString().startsWith(day))
    return value;
  throw new InvalidArgumentError('Expected a date such as 2026-01-31.');
}

/** Creates a parser for whole numbers of a range. */
const wholeNumber = (from: number, to: number, expected: string) => (value: string) => {
  const number = Number(value);
  if (value.trim() === '' || !Number.isInteger(number) || number < from || number > to)
    throw new InvalidArgumentError(expected);
  return number;
};

export const parsePositive = wholeNumber(1, Number.POSITIVE_INFINITY, 'Expected a whole number, 1 or more.');
export const parseCount = wholeNumber(0, Number.POSITIVE_INFINITY, 'Expected a whole number, 0 or more.');
/** 0 lets the system choose. */
export const parsePort = wholeNumber(0, 65_535, 'Expected a port from 0 to 65535.');
/** More threads than cores only use more memory. */
export const parseWorkers = wholeNumber(1, 64, 'Expected 1 to 64. More threads than cores do not make a build faster.');

/** Comma-separated host names. */
export function parseHosts(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)))
    throw new InvalidArgumentError('Expected host names, such as preview.example.com.');
  return names;
}

/** `2/3` is the second of three shards. */
export function parseShard(value: string): { readonly index: number; readonly count: number } {
  const [, first = '', second = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? [];
  const shard = { index: Number(first), count: Number(second) };
  if (first === '' || shard.index < 1 || shard.index > shard.count)
    throw new InvalidArgumentError('Expected i/n with i from 1 to n, such as 2/3.');
  return shard;
}

/** Seconds, at most a day. */
export function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (value.trim() === '' || !Number.isFinite(seconds) || seconds < 0 || seconds > 86_400)
    throw new InvalidArgumentError('Expected seconds, from 0 to 86400 (a day).');
  return seconds;
}

export function collectPatterns(value: string, previous: readonly RegExp[]): readonly RegExp[] {
  try {
    return [...previous, new RegExp(value)];
  } catch {
    throw new InvalidArgumentError('Expected a regular expression.');
  }
}

/** HTTP statuses and ranges: `403,500-599`. */
export function parseStatuses(value: string): readonly { readonly from: number; readonly to: number }[] {
  return value.split(',').map((part) => {
    const [, from, to = from] = /^([1-5]\d\d|999)(?:-([1-5]\d\d))?$/.exec(part.trim()) ?? [];
    if (from === undefined) throw new InvalidArgumentError('Expected statuses such as "403,500-599".');
    return { from: Number(from), to: Number(to) };
  });
}

export const DAY_MS = 86_400_000;
const MS_BY_UNIT: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS };

/** Parses `90m`, `12h` or `7d` to milliseconds. */
export function parseAge(value: string): number {
  const [, number, unit = ''] = /^(\d+)([smhd])$/.exec(value) ?? [];
  const milliseconds = MS_BY_UNIT[unit];
  if (milliseconds === undefined) throw new InvalidArgumentError('Expected a time such as "90m", "12h" or "7d".');
  return Number(number) * milliseconds;
}
