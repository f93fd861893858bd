import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const MODULE = new URL('../../cli/code/limit-compiler.ts', import.meta.url).href;

/** How often V8 chose TurboFan for a function that is called for as long as that takes, after some calls of the module. */
function countChoices(calls: string): number {
  const program = `
    const { allowTurboFan, leaveOutTurboFan } = await import('${MODULE}');
    ${calls}
    function hot(number) { return (number * 7 + 3) % 1000; }
    let sum = 0;
    for (let turn = 0; turn < 5e7; turn += 1) sum += hot(turn);
    if (sum === 0) throw new Error('Nothing was summed up.');
  `;
  const told = execFileSync(process.execPath, ['--trace-opt', '--input-type=module', '--eval', program], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return told.split('\n').filter((line) => /hot/.test(line) && /TURBOFAN/.test(line)).length;
}

describe('the compilers of V8', () => {
  it('are all used until TurboFan is left out, and once it is allowed again', () => {
    expect(countChoices('')).toBeGreaterThan(0);
    expect(countChoices('leaveOutTurboFan();')).toBe(0);
    expect(countChoices('leaveOutTurboFan(); allowTurboFan();')).toBeGreaterThan(0);
  });
});
