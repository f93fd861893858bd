// What a zod issue of the settings means to their owner. The value is not told: it may be a secret.

import type * as z from 'zod';
import { describeExpected } from '../text/describe-issue.ts';

/** A bad setting by its path, and what was expected there. */
export interface SettingFault {
  readonly field: string;
  readonly what: string;
}

/** The settings that an issue is about. */
export function describeSetting(issue: z.core.$ZodIssue): readonly SettingFault[] {
  const field = issue.path.join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), what: 'There is no such setting.' }));
    case 'too_small':
      if (issue.origin === 'string') break;
      return [{ field, what: `Expected ${leastOf(issue)}.` }];
    case 'too_big':
      return [{ field, what: `Expected ${issue.maximum} at most.` }];
  }
  return [{ field, what: `${describeExpected(issue).replace(/\.$/, '')}.` }];
}

function leastOf({ minimum, inclusive, origin }: z.core.$ZodIssueTooSmall): string {
  if (inclusive === false) return `more than ${minimum}`;
  return `${minimum}${origin === 'array' ? ' of them' : ''} at least`;
}
