// `npm run docs`: writes the reference pages of docs/ from the code.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeCommandsPage, writeDatabasePage, writeSettingsPage } from './reference-pages.ts';

const DOCS = resolve(import.meta.dirname, '../../docs');
writeFileSync(`${DOCS}/settings.md`, writeSettingsPage());
writeFileSync(`${DOCS}/database.md`, writeDatabasePage());
writeFileSync(`${DOCS}/commands.md`, await writeCommandsPage());
