// The named queries of queries.sql.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../files/project.ts';

interface NamedQuery {
  readonly name: string;
  /** ` --host www.example.org`: the values of its parameters unless flags say otherwise. */
  readonly flags: string;
  readonly title: string;
  readonly sql: string;
}

export const QUERIES: readonly NamedQuery[] = [
  ...readFileSync(join(PROJECT, 'cli/database/queries.sql'), 'utf8').matchAll(
    /^-- ([a-z-]+)(.*)\n-- (.*)\n([^;]+);$/gm,
  ),
].map(([, name = '', flags = '', title = '', sql = '']) => ({ name, flags, title, sql }));

export const valuesOf = ({ flags }: NamedQuery): Readonly<Record<string, string>> =>
  Object.fromEntries([...flags.matchAll(/--(\S+) (\S+)/g)].map(([, name = '', value = '']) => [name, value]));
