// Changes what a database says that code made of entries, as no code would make it of them.

import type { DatabaseSync } from 'node:sqlite';
import { printHashed } from '../../cli/content/snapshot/record-store.ts';

export function retitleIndexed(database: DatabaseSync, from: string, to: string): void {
  const update = database.prepare('UPDATE record SET parsed_json = ?, light_json = ? WHERE id = ?');
  const retitle = (text: unknown) =>
    printHashed(JSON.parse(String(text).replace(/^\S+ /, '').replaceAll(`"${from}"`, `"${to}"`)));
  const records = database.prepare('SELECT id, parsed_json, light_json FROM record WHERE light_json IS NOT NULL').all();
  for (const { id, parsed_json: parsed, light_json: light } of records)
    if (String(parsed).includes(`"${from}"`)) update.run(retitle(parsed), retitle(light), Number(id));
}
