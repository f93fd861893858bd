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
  return losses.flatMap((loss) => {
    if (loss.where.field === undefined) return [loss];
    const path = receivedPath(loss.where.field.split('.'), rest);
    const isKnown = loss.code === 'BLOCK_EMPTY' && NEEDED_OF_SETS.some((name) => isLeftOut([...path, name], raw, rest));
    return isKnown ? [] : [{ ...loss, where: { ...loss.where, field: path.join('.') } }];
  });
}

function receivedPath(path: readonly string[], rest: unknown): readonly string[] {
  let around = rest;
  return path.map((key) => {
    const name = Array.isArray(around) ? String(numberOfItem(around, Number(key)) ?? key) : key;
    around = valueAt(around, [name]);
    return name;
  });
}

/** The number of an item among all items, by that among those that are not empty. */
function numberOfItem(items: readonly unknown[], number: number): number | undefined {
  return [...items.keys()].filter((each) => !isBlank(items[each]))[number];
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
