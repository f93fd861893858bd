import { describe, expect, it } from 'vitest';
import { applySeverities, parseSeverities } from '../../cli/check/severities.ts';
import { type Problem, SiteError } from '../../cli/errors.ts';

const problem = (code: string): Problem => ({ code, severity: 'warning', where: {}, what: 'What.', fix: 'Fix.' });

describe('parseSeverities', () => {
  it('accepts the codes of rules', () => {
    expect(parseSeverities({ LINK_DEAD: 'error', TITLE_LONG: 'off' })).toEqual({
      LINK_DEAD: 'error',
      TITLE_LONG: 'off',
    });
  });

  it('reports every unknown code', () => {
    try {
      parseSeverities({ LINK_DAED: 'error', LINK_DEAD: 'error', NONE: 'off' });
      expect.unreachable();
    } catch (cause) {
      if (!(cause instanceof SiteError)) throw cause;
      expect([cause.code, cause.exitCode, cause.message]).toEqual([
        'CONFIG_INVALID',
        2,
        'The settings are not valid. Nothing was built.',
      ]);
      expect(cause.problems).toEqual(
        ['LINK_DAED', 'NONE'].map((code) => ({
          code: 'CONFIG_INVALID',
          severity: 'error',
          where: { file: 'site.config.ts', field: `checks.${code}` },
          what: `There is no rule "${code}".`,
          fix: 'Run "sitegen check --list" to see all codes.',
        })),
      );
    }
  });
});

describe('applySeverities', () => {
  it('changes and removes problems of rules, and keeps others', () => {
    const problems = ['REDIRECT_CHAIN', 'REDIRECT_DUPLICATE', 'PAGE_MISSING'].map(problem);
    const changed = applySeverities(problems, { REDIRECT_CHAIN: 'error', REDIRECT_DUPLICATE: 'off' });
    expect(changed.map(({ code, severity }) => [code, severity])).toEqual([
      ['REDIRECT_CHAIN', 'error'],
      ['PAGE_MISSING', 'warning'],
    ]);
  });
});
