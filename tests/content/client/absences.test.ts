// Which disappearances are remembered until what vanished is back.

import { expect, it } from 'vitest';
import { listAffected, noteAbsences } from '../../../cli/content/client/absences.ts';
import { emptyRecords } from '../../makers.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `term-${index}`);
const reading = { before: [], present: new Set<string>(), goneNames: [], records: emptyRecords() };

it('remembers up to a hundred terms that vanished at once', () => {
  expect(noteAbsences([], { ...reading, goneNames: names(100) })).toEqual([{ ids: names(100), shownBy: [] }]);
  expect(noteAbsences([], { ...reading, goneNames: names(101) })).toEqual([]);
});

it('forgets the oldest of more than two hundred, and what is back', () => {
  const old = names(200).map((id) => ({ ids: [id], shownBy: [`entry of ${id}`] }));
  const noted = noteAbsences(old, { ...reading, goneNames: ['new'] });
  expect(noted).toHaveLength(200);
  expect(noted.at(-1)?.ids).toEqual(['new']);
  expect(noted[0]?.ids).toEqual(['term-1']);
  const back = noteAbsences(old, { ...reading, present: new Set(['term-7']) });
  expect(back).toHaveLength(199);
  expect(listAffected(old, new Set(['term-7']))).toEqual(new Set(['entry of term-7']));
});
