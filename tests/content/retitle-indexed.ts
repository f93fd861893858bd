// Changes what a database says that code made of entries, as no code would make it of them.

import type { DatabaseSync } from 'node:sqlite';
import { printParsed } from '../../cli/content/snapshot/record-store.ts';

export function retitleIndexed(database: DatabaseSync, from: string, to: string): void {
  const update = database.prepare('UPDATE record SET parsed_json = ? WHERE id = ?');
  for (const { id, parsed_json: parsed } of database.prepare('SELECT id, parsed_json FROM record').all()) {
    const json = String(parsed).replace(/^\S+ /, '');
    if (!json.includes(`"${from}"`)) continue;
    update.run(printParsed(JSON.parse(json.replaceAll(`"${from}"`, `"${to}"`))), Number(id));
  }
}
