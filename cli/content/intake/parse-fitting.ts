// Parses a value by its schema and leaves out what does not fit: a field, or the item of a list that cannot do without it. So a slip
// of an editor costs one field, not the site.

import type * as z from 'zod';
import { itemsOf } from '../../../content/fields.ts';

/** Something that does not fit, and what is left out because of it: the path of the field or of a part around it. */
export interface Misfit {
  readonly issue: z.core.$ZodIssue;
  readonly leftOut: Path;
  /** The other items of the same list that are left out. */
  readonly others: readonly PropertyKey[];
}

/** The parsed value, without its misfits; null if a vital field does not fit. */
export interface Fitting<T> {
  readonly value: T | null;
  readonly misfits: readonly Misfit[];
}

type Path = readonly PropertyKey[];
type Container = Record<PropertyKey, unknown>;

/** Parses `raw`. An issue whose path is vital cannot be left out: then all issues are misfits, and there is no value. */
export function parseFitting<T>(schema: z.ZodType<T>, raw: unknown, isVital: (path: Path) => boolean): Fitting<T> {
  const first = schema.safeParse(raw, { reportInput: true });
  if (first.success) return { value: first.data, misfits: [] };
  const rest: unknown = structuredClone(raw);
  const leftOut = new Set<string>();
  let { issues } = first.error;
  while (!issues.some(({ path }) => isVital(path))) {
    const inThisPass = new Set<string>();
    for (const { path } of issues) {
      if (findPart(path, inThisPass) === null) inThisPass.add(keyOf(leaveOut(rest, path)));
    }
    for (const part of inThisPass) leftOut.add(part);
    const next = schema.safeParse(rest, { reportInput: true });
    if (next.success) return { value: next.data, misfits: joinMisfits(first.error.issues, leftOut) };
    issues = next.error.issues;
  }
  const vital = first.error.issues.filter(({ path }) => isVital(path));
  return { value: null, misfits: vital.map((issue) => ({ issue, leftOut: issue.path, others: [] })) };
}

/**
 * Removes the value at a path. If nothing is there, the part around it needs what is missing, and goes instead. An item of a list
 * becomes null, so that the others keep their places. Returns the path of what was removed.
 */
function leaveOut(root: unknown, path: Path): Path {
  listKeyed(root, path);
  for (let depth = path.length; depth > 0; depth -= 1) {
    const [around, key] = [valueAt(root, path.slice(0, depth - 1)), path[depth - 1]];
    if (key === undefined || !isContainer(around) || around[key] === null || around[key] === undefined) continue;
    // Without its only field a group is empty.
    if (!Array.isArray(around) && depth > 1 && Object.keys(around).length === 1) continue;
    if (Array.isArray(around)) around[Number(key)] = null;
    else delete around[key];
    return path.slice(0, depth);
  }
  throw new Error(`The schema needs "${path.map(String).join('.')}", which is not a vital field.`);
}

/** Lists that came as objects become lists along a path, so that each item has the number that the path names. */
function listKeyed(root: unknown, path: Path): void {
  let around = root;
  for (const [index, key] of path.entries()) {
    if (!isContainer(around)) return;
    const list = typeof path[index + 1] === 'number' && !Array.isArray(around[key]) ? itemsOf(around[key]) : null;
    if (list !== null) around[key] = [...list];
    around = around[key];
  }
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (isContainer(value) ? value[key] : undefined), root);
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** The first issue of each part that was left out. Items of a list with the same fault are one part. */
function joinMisfits(issues: readonly z.core.$ZodIssue[], leftOut: ReadonlySet<string>): readonly Misfit[] {
  const misfits = new Map<string, Misfit>();
  const seen = new Set<string>();
  for (const issue of issues) {
    const part = findPart(issue.path, leftOut) ?? issue.path;
    if (seen.has(keyOf(part))) continue;
    seen.add(keyOf(part));
    const isItem = typeof part.at(-1) === 'number';
    const fault = isItem ? keyOf([...part.slice(0, -1), '*', ...issue.path.slice(part.length)]) : keyOf(part);
    const known = misfits.get(fault);
    misfits.set(
      fault,
      known === undefined
        ? { issue, leftOut: part, others: [] }
        : { ...known, others: [...known.others, ...part.slice(-1)] },
    );
  }
  return [...misfits.values()];
}

/** The largest of these parts that a path leads into; null if there is none. */
function findPart(path: Path, parts: ReadonlySet<string>): Path | null {
  const depth = path.findIndex((_, index) => parts.has(keyOf(path.slice(0, index + 1))));
  return depth === -1 ? null : path.slice(0, depth + 1);
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
