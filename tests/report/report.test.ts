import { describe, expect, it } from 'vitest';
import { SiteError } from '../../cli/errors.ts';
import { formatBytes, formatDuration } from '../../cli/report/report.ts';
import { problem, reporterOn, type Screen } from './memory-reporter.ts';

const ESCAPE = '\u001b';
const progress = (done: number) => ({ kind: 'progress', stage: 'render', done, total: 4 }) as const;
/** What a terminal shows after these bytes: a carriage return goes back, `ESC [ K` clears the rest of the line. */
function shownLines(text: string): readonly string[] {
  return text.split('\n').map((line) => line.slice(line.lastIndexOf(`\r`) + 1).replaceAll(`${ESCAPE}[K`, ''));
}

describe('createReporter', () => {
  it('writes plain lines to stderr and the result to stdout where there is no terminal', () => {
    const reporter = reporterOn();
    reporter.report({ kind: 'start', command: 'build', text: 'all locales.' });
    reporter.report(progress(2));
    reporter.report({ kind: 'stage', stage: 'plan', text: 'Routes planned', milliseconds: 8.2 });
    reporter.printResult({ text: 'Published.', data: {} });
    expect(reporter.readErr()).toBe('sitegen build  all locales.\n✓ Routes planned 8 ms\n');
    expect(reporter.readOut()).toBe('Published.\n');
  });

  it('draws a bar on a terminal, over itself, and clears it before any other line', () => {
    const reporter = reporterOn({ isTerminal: true, environment: { NO_COLOR: '1' } });
    reporter.report(progress(1));
    expect(shownLines(reporter.readErr())).toEqual([`render ${'━'.repeat(6)}${'─'.repeat(18)} 1/4`]);
    reporter.report(progress(2));
    reporter.report({ kind: 'stage', stage: 'render', text: 'Rendered', milliseconds: 3 });
    expect(shownLines(reporter.readErr())).toEqual(['✓ Rendered 3 ms', '']);
    reporter.report(progress(4));
    expect(shownLines(reporter.readErr())).toEqual(['']);
  });

  it('keeps the bar within the width of the terminal', () => {
    const reporter = reporterOn({ isTerminal: true, columns: 20 });
    reporter.report(progress(1));
    expect(shownLines(reporter.readErr())[0]).toHaveLength(19);
  });

  it('clears the bar before the result and before a failure', () => {
    const reporter = reporterOn({ isTerminal: true });
    reporter.report(progress(1));
    reporter.readErr();
    reporter.printResult({ text: 'Published.', data: {} });
    expect(reporter.readErr()).toBe(`\r${ESCAPE}[K`);
    reporter.report(progress(2));
    reporter.readErr();
    reporter.printFailure(new SiteError({ code: 'X', exitCode: 1, message: 'No.' }));
    expect(reporter.readErr()).toMatch(/^\r/);
  });

  it.each<[string, Screen, boolean, boolean]>([
    ['a terminal', { isTerminal: true }, true, true],
    ['a terminal with an empty NO_COLOR', { isTerminal: true, environment: { NO_COLOR: '' } }, true, true],
    ['a terminal with NO_COLOR', { isTerminal: true, environment: { NO_COLOR: '1' } }, false, true],
    ['a terminal in CI', { isTerminal: true, environment: { CI: 'true' } }, false, false],
    ['a pipe', { isTerminal: false }, false, false],
  ])('has colour and a bar exactly where it may: %s', (_, screen, hasColour, hasBar) => {
    const reporter = reporterOn(screen);
    reporter.report({ kind: 'start', command: 'build', text: 'all locales.' });
    expect(reporter.readErr().includes(`${ESCAPE}[1m`)).toBe(hasColour);
    reporter.report(progress(1));
    expect(reporter.readErr().includes('━')).toBe(hasBar);
  });

  it('shows warnings, problems and the result with --quiet, and nothing else', () => {
    const reporter = reporterOn({ isTerminal: true, environment: { NO_COLOR: '1' } }, { isQuiet: true });
    reporter.report({ kind: 'start', command: 'build', text: 'x' });
    reporter.report({ kind: 'stage', stage: 'plan', text: 'x', milliseconds: 1 });
    reporter.report({ kind: 'log', level: 'info', text: 'x' });
    reporter.report(progress(1));
    expect(reporter.readErr()).toBe('');
    reporter.report({ kind: 'log', level: 'warning', text: 'The service is slow.' });
    reporter.report({ kind: 'problems', problems: [problem()] });
    expect(reporter.readErr()).toContain('! The service is slow.\n');
  });

  it('shows notices and verbose lines with --verbose only', () => {
    const events = [
      { kind: 'log', level: 'verbose', text: 'GET /api/' },
      { kind: 'problems', problems: [problem({ severity: 'notice' })] },
    ] as const;
    const short = reporterOn();
    const long = reporterOn({}, { isVerbose: true });
    for (const event of events) {
      short.report(event);
      long.report(event);
    }
    expect(short.readErr()).toBe('');
    expect(long.readErr()).toContain('  GET /api/\n');
    expect(long.readErr() + long.readOut()).not.toContain(ESCAPE);
  });

  it('prints place, problem and fix', () => {
    const reporter = reporterOn();
    reporter.report({ kind: 'problems', problems: [problem()] });
    expect(reporter.readErr()).toBe(
      '  blog_articles › "How to read a crisis" (ua) › image.alt  warning LINK_DEAD\n' +
        '  The link /nowhere/ leads to no page.\n' +
        '  → Correct the link.\n',
    );
  });

  it('ends a problem with the edit link of its entry, unless the fix has it', () => {
    const editUrl = 'https://cms.example.com/edit/a1';
    const reporter = reporterOn();
    reporter.report({ kind: 'problems', problems: [problem({ where: { entry: 'A', editUrl } })] });
    expect(reporter.readErr()).toMatch(/\n {2}→ Correct the link\. Edit: https:\/\/cms\.example\.com\/edit\/a1\n$/);
    reporter.report({
      kind: 'problems',
      problems: [problem({ where: { entry: 'A', editUrl }, fix: `Fill it in at ${editUrl}.` })],
    });
    expect(reporter.readErr()).toMatch(/\n {2}→ Fill it in at https:\/\/cms\.example\.com\/edit\/a1\.\n$/);
  });

  it('writes one JSON document a line with --json, all on stdout', () => {
    const reporter = reporterOn({ isTerminal: true }, { isJson: true });
    reporter.report({ kind: 'start', command: 'build', text: 'all locales.' });
    reporter.report(progress(1));
    reporter.report({ kind: 'problems', problems: [problem({ what: 'Two\nlines.' })] });
    reporter.printResult({ text: 'Published.', data: { version: 1 } });
    const lines = reporter.readOut().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['start', 'progress', 'problem', 'result']);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ kind: 'result', result: { version: 1 } });
    expect(reporter.readErr()).toBe('');
  });

  it('prints each problem separately', () => {
    const problems = ['One.', 'Two.'].map((what) => problem({ what }));
    const [text, json] = [reporterOn(), reporterOn({}, { isJson: true })];
    for (const reporter of [text, json]) reporter.report({ kind: 'problems', problems });
    expect(text.readErr().match(/(One|Two)\./g)).toEqual(['One.', 'Two.']);
    const lines = json.readOut().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(problems.map((each) => ({ kind: 'problem', problem: each })));
  });

  it('writes a failure as an event with code, exit code and problems', () => {
    const reporter = reporterOn({}, { isJson: true });
    reporter.printFailure(
      new SiteError({ code: 'LINK_DEAD', exitCode: 1, message: '1 problem.', problems: [problem()] }),
    );
    expect(JSON.parse(reporter.readOut())).toEqual({
      kind: 'failure',
      code: 'LINK_DEAD',
      exitCode: 1,
      message: '1 problem.',
      problems: [problem()],
    });
  });

  it('prints the code of a problem unless the headline has it, and the severity of a warning', () => {
    const reporter = reporterOn();
    const where = { path: '/blog/' };
    const problems = [
      problem({ severity: 'error', code: 'TITLE_MISSING', where }),
      problem({ severity: 'error', where }),
      problem({ where: {} }),
    ];
    reporter.printFailure(new SiteError({ code: 'TITLE_MISSING', exitCode: 1, message: '3 problems.', problems }));
    const firstLines = reporter
      .readErr()
      .split('\n\n')
      .map((part) => part.split('\n')[0]);
    expect(firstLines).toEqual([
      'TITLE_MISSING  3 problems.',
      '  /blog/',
      '  /blog/  LINK_DEAD',
      '  warning LINK_DEAD',
    ]);
  });

  it('prints an unexpected error as an internal error with its stack', () => {
    const reporter = reporterOn();
    reporter.printFailure(new Error('No words a.'));
    const text = reporter.readErr();
    expect(text).toMatch(/^Internal error \(please report\)\n/);
    expect(text).toContain('Error: No words a.');
    expect(text).toContain('report.test.ts');
  });

  it('prints the cause of a failure only with --verbose', () => {
    const failure = new SiteError({ code: 'X', exitCode: 3, message: 'No.' }, { cause: new Error('ECONNREFUSED') });
    const short = reporterOn();
    const long = reporterOn({}, { isVerbose: true });
    short.printFailure(failure);
    long.printFailure(failure);
    expect(short.readErr()).toBe('X  No.\n');
    expect(long.readErr()).toBe('X  No.\n\n  Cause: ECONNREFUSED\n');
  });
});

describe('with --quiet', () => {
  it('prints the brief result, without tables', () => {
    const [quiet, loud] = [reporterOn({}, { isQuiet: true }), reporterOn()];
    for (const reporter of [quiet, loud]) reporter.printResult({ text: 'table\ndone', brief: 'done', data: {} });
    expect([quiet.readOut(), loud.readOut()]).toEqual(['done\n', 'table\ndone\n']);
  });
});

describe('colour', () => {
  it.each([
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '1', CI: 'true' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
    [{ CI: 'true' }, true, false],
    [{}, true, true],
    [{}, false, false],
  ])('with %j on a terminal or not (%s): %s', (environment, isTerminal, isColoured) => {
    const reporter = reporterOn({ environment, isTerminal });
    reporter.printFailure(new SiteError({ code: 'X', exitCode: 1, message: 'No.' }));
    expect(reporter.readErr().includes(`${ESCAPE}[31m`)).toBe(isColoured);
  });
});

describe('in GitHub Actions', () => {
  it('annotates errors and warnings at their place', () => {
    const reporter = reporterOn({}, { isGithub: true });
    const where = { file: 'locales/kz.json:12:5', field: 'nav.blog' };
    reporter.report({
      kind: 'problems',
      problems: [problem({ where, severity: 'error', what: '100 %,\nof: it' }), problem({ severity: 'notice' })],
    });
    expect(reporter.readErr().split('\n')).toEqual([
      '  locales/kz.json:12:5 › nav.blog  LINK_DEAD',
      '  100 %, of: it',
      '  → Correct the link.',
      '::error file=locales/kz.json,line=12,col=5,title=LINK_DEAD::nav.blog%0A100 %25, of: it%0ACorrect the link.',
      '',
    ]);
  });

  it('annotates many problems of one kind once, with their number', () => {
    const reporter = reporterOn({}, { isGithub: true });
    const problems = Array.from({ length: 12 }, (_, n) => problem({ severity: 'error', what: `${n} is wrong.` }));
    reporter.annotate([...problems, problem({ severity: 'warning' }), problem({ severity: 'notice' })]);
    expect(reporter.readErr().split('\n')).toEqual([
      expect.stringMatching(/^::error .*0 is wrong\. \(the first of 12 such problems\)/),
      expect.stringMatching(/^::warning /),
      '',
    ]);
  });

  it('lets no text of content be a command', () => {
    const what = '::set-output name=x::y\n \t::add-mask::the\n##[stop-commands]x';
    const [github, text] = [reporterOn({}, { isGithub: true }), reporterOn({})];
    for (const reporter of [github, text]) {
      reporter.report({ kind: 'problems', problems: [problem({ severity: 'error', what })] });
      reporter.report({ kind: 'log', level: 'warning', text: what });
      reporter.printResult({ text: what, data: {} });
      reporter.printFailure(new SiteError({ code: 'X', exitCode: 1, message: what }));
    }
    const printed = github.readErr() + github.readOut();
    const commands = printed.split(/[\n\r]/).filter((line) => /^\s*::|##\[/.test(line));
    expect(commands.map((line) => line.slice(0, 9))).toEqual(['::error t', '::error t']);
    expect(text.readOut()).toBe(`${what}\n`);
  });

  it('annotates a failure without problems, and nothing with --json', () => {
    const [text, json] = [reporterOn({}, { isGithub: true }), reporterOn({}, { isGithub: true, isJson: true })];
    for (const { printFailure } of [text, json])
      printFailure(new SiteError({ code: 'X', exitCode: 1, message: 'No.' }));
    expect([text.readErr(), json.readErr()]).toEqual(['X  No.\n::error title=X::No.\n', '']);
  });
});

describe('formatDuration and formatBytes', () => {
  it('speak to people', () => {
    expect([0.4, 999.4, 1000, 75_400].map(formatDuration)).toEqual(['0 ms', '999 ms', '1.0 s', '75.4 s']);
    expect([0, 999, 1000, 999_949, 1_500_000].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '999.9 kB',
      '1.5 MB',
    ]);
  });
});
