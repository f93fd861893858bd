// Writes the reference pages of docs/ from the code: settings and variables from the schema of site.config.ts, with its comments, and
// commands with their help. `npm run docs` writes the files, a test compares them.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseSync } from 'oxc-parser';
import * as z from 'zod';
import { QUERIES, valuesOf } from '../../cli/database/queries.ts';
import { VARIABLES } from '../../cli/settings/load-environment.ts';
import { defineSite, siteSchema } from '../../config/define-site.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const SCHEMA_FILE = join(PROJECT, 'config/define-site.ts');

/** The part of a JSON schema that a setting can have. */
const nodeSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** A setting of `site.config.ts`. */
export interface Setting {
  /** `content.url` */
  readonly path: string;
  readonly meaning: string;
  readonly values: string;
  readonly fallback: string;
}

/** All settings in the order of the schema. @throws Error if one has no comment. */
export function listSettings(): readonly Setting[] {
  const comments = readComments();
  return listFields(z.toJSONSchema(siteSchema, { io: 'input', unrepresentable: 'any' }), '').map((field) => {
    const meaning = comments.get(field.path);
    if (meaning === undefined) throw new Error(`config/define-site.ts has no comment for ${field.path}.`);
    return { ...field, meaning };
  });
}

function listFields(schema: unknown, prefix: string): readonly Omit<Setting, 'meaning'>[] {
  const { properties = {} } = nodeSchema.parse(schema);
  return Object.entries(properties).flatMap(([name, value]) => {
    const node = nodeSchema.parse(value);
    const path = `${prefix}${name}`;
    if (node.properties !== undefined) return listFields(value, `${path}.`);
    return [{ path, values: describeValues(value), fallback: describeFallback(readDefault(path)) }];
  });
}

function describeValues(schema: unknown): string {
  const { type, enum: choices, items, anyOf } = nodeSchema.parse(schema);
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (anyOf !== undefined)
    return anyOf
      .filter((each) => !isNull(each))
      .map(describeValues)
      .join(' or ');
  if (type === 'array') return `list of ${describeValues(items)}`;
  const name = [type].flat().find((each) => each !== 'null') ?? 'string';
  return { string: 'text', integer: 'number', object: 'table' }[name] ?? name;
}

const isNull = (schema: unknown) => nodeSchema.parse(schema).type === 'null';

const REQUIRED = { brand: { name: 'brand', legalName: 'brand' }, locales: ['en'] } as const;
const defaults: unknown = defineSite({ ...REQUIRED, locales: [...REQUIRED.locales] });

/** The value of a setting that is not set; undefined if it must be. */
function readDefault(path: string): unknown {
  const read = (value: unknown) =>
    path
      .split('.')
      .reduce((part: unknown, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name], value);
  return read(REQUIRED) === undefined ? read(defaults) : undefined;
}

function describeFallback(value: unknown): string {
  if (value === undefined) return 'required';
  if (value === null) return 'none';
  if (typeof value === 'object' && (!Array.isArray(value) || value.length === 0)) return 'none';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** The comments of the settings by path, from the source of the schema: the editor shows the same. */
function readComments(): ReadonlyMap<string, string> {
  const source = readFileSync(SCHEMA_FILE, 'utf8');
  const { program, comments } = parseSync(SCHEMA_FILE, source);
  const found = new Map<string, string>();
  const commentBefore = (start: number) => {
    const last = comments.findLast(({ end }) => end <= start);
    const isDoc = last?.value.startsWith('*') === true && source.slice(last.end, start).trim() === '';
    return isDoc
      ? last.value
          .replaceAll(/^[\s*]+/gm, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()
      : undefined;
  };
  const visit = (object: AstNode, prefix: string) => {
    for (const property of object.properties as readonly AstNode[]) {
      const path = `${prefix}${(property.key as { name: string }).name}`;
      const comment = commentBefore(property.start);
      if (comment !== undefined) found.set(path, comment);
      const nested = findObject(property.value as AstNode);
      if (nested !== null) visit(nested, `${path}.`);
    }
  };
  const declared = program.body
    .map((node) => ('declaration' in node ? node.declaration : node) as unknown as AstNode | null)
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? (node.declarations as readonly AstNode[]) : []))
    .find(({ id }) => (id as { name?: string }).name === 'siteSchema');
  const root = declared === undefined ? null : findObject(declared.init as AstNode);
  if (root === null) throw new Error('config/define-site.ts has no siteSchema.');
  visit(root, '');
  return found;
}

/** The object of `z.strictObject({ … })`, with calls such as `.prefault()` after it. */
function findObject(node: AstNode): AstNode | null {
  if (node.type !== 'CallExpression') return null;
  const callee = node.callee as AstNode;
  const name = (callee.property as { name?: string } | undefined)?.name;
  if (name === 'strictObject') return (node.arguments as readonly AstNode[])[0] ?? null;
  return callee.type === 'MemberExpression' ? findObject(callee.object as AstNode) : null;
}

/** A Markdown table with columns as wide as the formatter makes them. */
function tableOf(head: readonly string[], body: readonly (readonly string[])[]): string {
  const rows = [head, ...body].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return lines
    .toSpliced(
      1,
      0,
      widths.map((width) => '-'.repeat(width)),
    )
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Variables without a setting. */
const MEANING_BY_VARIABLE: Readonly<Record<string, string>> = {
  SITEGEN_CONTENT_TOKEN: 'Bearer token of the content service. Never printed or written.',
  SITEGEN_PREVIEW_TOKEN: 'Secret of the webhooks of a preview (docs/preview.md). Never printed or written.',
};

/** `docs/settings.md` */
export function writeSettingsPage(): string {
  const settings = listSettings();
  const variables = VARIABLES.map(({ name, field, flag }) => {
    const meaning = settings.find(({ path }) => path === field)?.meaning ?? MEANING_BY_VARIABLE[name];
    if (meaning === undefined) throw new Error(`${name} has no meaning.`);
    return [`\`${name}\``, flag === undefined ? '' : `\`${flag}\``, field === null ? '' : `\`${field}\``, meaning];
  });
  const rows = settings.map(({ path, meaning, values, fallback }) => [`\`${path}\``, meaning, values, fallback]);
  return `# Settings

Look up what can be set, where, and what it is without you.

Flags win over variables, variables over \`site.config.ts\`. Variables are read from the environment, then from \`.env.local\`, then from
\`.env\` of the folder you run sitegen in; the first one wins. A \`SITEGEN_\` variable that is empty or unknown is an error (exit 2): CI
systems pass a missing variable as an empty one.

(\`npm run docs\` writes this page from \`config/define-site.ts\`.)

## site.config.ts

Your editor shows the same descriptions. \`content.url\` is \`content: { url: '…' }\`.

${tableOf(['setting', 'meaning', 'values', 'default'], rows)}

## Variables

${tableOf(['variable', 'flag', 'setting', 'meaning'], variables)}

Beside these, \`AWS_…\` variables are those of every AWS program ([Publishing](publishing.md)), \`FORCE_COLOR=1\` and \`NO_COLOR=1\` switch
colour on and off, and \`NODE_COMPILE_CACHE\` names another folder for compiled code than \`.sitegen/code/\`.
`;
}

/** The help of a command; of sitegen itself without one. */
async function readHelp(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(PROJECT, 'cli/sitegen.js'), ...args, '--help'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  return text(child.stdout);
}

/** Names of all commands. */
async function listCommands(): Promise<readonly string[]> {
  const [, commands = ''] = (await readHelp()).split('Commands:');
  return [...commands.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

/** `docs/commands.md` */
export async function writeCommandsPage(): Promise<string> {
  const names = await listCommands();
  const helps = await Promise.all(names.map((name) => readHelp(name)));
  const sections = names.map((name, index) => `## sitegen ${name}\n\n\`\`\`text\n${helps[index]?.trimEnd()}\n\`\`\``);
  return `# Commands

Look up a command and its flags. Each command prints the same with \`--help\`.

(\`npm run docs\` writes this page.)

${sections.join('\n\n')}
`;
}

/** `docs/database.md` with the queries of the code. */
export function writeDatabasePage(): string {
  const page = readFileSync(join(PROJECT, 'docs/database.md'), 'utf8');
  const queries = QUERIES.map((query) => {
    const values = valuesOf(query);
    const sql = query.sql.replaceAll(/:([a-z]+)/g, (parameter, key: string) => {
      const value = values[key];
      return value === undefined ? parameter : /^\d+$/.test(value) ? value : `'${value}'`;
    });
    return `${query.title} (\`sitegen query ${query.name}${query.flags}\`):\n\n\`\`\`sql\n${sql};\n\`\`\``;
  });
  return `${page.slice(0, page.indexOf(QUERIES_START) + QUERIES_START.length)}\n\n${queries.join('\n\n')}\n`;
}

const QUERIES_START = '(`npm run docs` writes the queries from `cli/database/queries.sql`.)';
