// Names the places of losses as the service sent them. They are found in the parsed entry, whose lists are without their empty items
// and without those that did not fit.

import { isBlank } from '../../../content/fields.ts';
import type { Problem } from '../../errors.ts';

/** An entry as received, and what was left of it to parse (see `Fitting`). */
export interface Received {
  readonly raw: unknown;
  readonly rest: unknown;
}

/** What a set without it shows nothing. */
const NEEDED_OF_SETS = ['image', 'link'];

/** The losses with their places in the received entry. A set whose picture or link did not fit has a warning of its own. */
export function placeLosses(losses: readonly Problem[], { raw, rest }: Received): readonly Problem[] {
  const numbers = new Map<unknown, readonly number[]>();
  return losses.flatMap((loss) => {
    if (loss.where.field === undefined) return [loss];
    const path = receivedPath(loss.where.field.split('.'), rest, numbers);
    const isKnown = loss.code === 'BLOCK_EMPTY' && NEEDED_OF_SETS.some((name) => isLeftOut([...path, name], raw, rest));
    return isKnown ? [] : [{ ...loss, where: { ...loss.where, field: path.join('.') } }];
  });
}

/** `numbers` has, for each list so far, the numbers of its items that are not empty. */
function receivedPath(path: readonly string[], rest: unknown, numbers: Map<unknown, readonly number[]>) {
  let around = rest;
  return path.map((key) => {
    const items: readonly unknown[] = Array.isArray(around) ? around : [];
    const kept = numbers.get(around) ?? [...items.keys()].filter((each) => !isBlank(items[each]));
    numbers.set(around, kept);
    const name = Array.isArray(around) ? String(kept[Number(key)] ?? key) : key;
    around = valueAt(around, [name]);
    return name;
  });
}

function isLeftOut(path: readonly string[], raw: unknown, rest: unknown): boolean {
  return !isBlank(valueAt(raw, path)) && valueAt(rest, path) === undefined;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => {
    const isContainer = typeof part === 'object' && part !== null;
    return isContainer && Object.hasOwn(part, key) ? part[key as keyof typeof part] : undefined;
  }, value);
}
