// Redirect rules as regular expressions (PCRE), for hosts that take them. They match decoded paths.

import { LOCALES } from '../../../config/locales.ts';
import type { SegmentRule } from '../../plan/redirects/redirect-rules.ts';

/** The prefixes of all locales, site or not: `es|pt|ua|kz`. */
export const PREFIX_ALTERNATIVES = LOCALES.flatMap(({ prefix }) => (prefix === '' ? [] : [prefix.slice(1)])).join('|');

/** A text that matches itself. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Paths with the rule's segment beneath another one, at any depth. The expressions of different prefixes exclude each
 * other, because a prefixed path belongs to its locale alone.
 */
export function segmentExpression(rule: SegmentRule): string {
  const start = rule.prefix === '' ? `(?!/(?:${PREFIX_ALTERNATIVES})(?:/|$))` : rule.prefix;
  return `^${start}${segmentTail(rule)}`;
}

/** What follows the prefix; no lookahead, so that RE2 takes it too. */
export function segmentTail({ segment }: SegmentRule): string {
  return `/[^/]+/(?:[^/]+/)*${escapeRegExp(segment)}(?:/|$)`;
}
