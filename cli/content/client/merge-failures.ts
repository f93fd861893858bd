// Many reads that failed for one reason are one problem: a dead service is named once, not once a collection.

import { type Problem, type ProblemPlace, SiteError } from '../../errors.ts';

/**
 * One error (exit 3) of all failed reads: problems with the same words are one, at the address of the first.
 * `note` is a sentence more for the headline.
 */
export function mergeFailures(errors: readonly SiteError[], reads: number, note = ''): SiteError {
  const byWords = Map.groupBy(
    errors.flatMap(({ problems }) => problems),
    ({ code, what }) => `${code} ${what}`,
  );
  const problems = byWords.values().map(mergeProblems).toArray();
  const codes = new Set(problems.map(({ code }) => code));
  const [firstCode = 'CONTENT_UNAVAILABLE'] = codes;
  return new SiteError(
    {
      code: codes.size === 1 ? firstCode : 'CONTENT_UNAVAILABLE',
      exitCode: 3,
      message: `${errors.length} of ${reads} reads of the content service failed, nothing was written.${note === '' ? '' : ` ${note}`}`,
      problems,
    },
    { cause: errors[0] },
  );
}

function mergeProblems(problems: readonly Problem[]): Problem {
  const [first, ...others] = problems;
  if (first === undefined) throw new Error('A group of problems is never empty.');
  if (others.length === 0) return first;
  const agreed = agreedPlace(
    first.where,
    others.map(({ where }) => where),
  );
  const { url } = first.where;
  const where = url === undefined ? agreed : { ...agreed, url };
  const sites = new Set(problems.flatMap(({ where: { site } }) => site ?? []));
  const places = sites.size < 2 ? '' : ` (sites ${[...sites].join(', ')})`;
  return {
    ...first,
    where,
    what: `${first.what} ${problems.length} requests failed the same way${places}. The first one is shown.`,
  };
}

function agreedPlace(first: ProblemPlace, others: readonly ProblemPlace[]): ProblemPlace {
  const agreed = new Map<string, string>(Object.entries(first));
  for (const other of others.map((place) => new Map<string, string>(Object.entries(place)))) {
    for (const [key, value] of agreed) if (other.get(key) !== value) agreed.delete(key);
  }
  return Object.fromEntries(agreed);
}
