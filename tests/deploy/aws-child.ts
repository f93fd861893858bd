// `aws s3` over folders, for the scripts of deploy/: `s3://bucket/key` is a file below AWS_FOLDER. It knows the commands and
// flags that the scripts use, as the CLI documents them, and refuses any other.

import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const root = process.env.AWS_FOLDER ?? '';
const [service, command, ...rest] = process.argv.slice(2);
const { values, positionals } = parseArgs({
  args: rest,
  allowPositionals: true,
  options: {
    'only-show-errors': { type: 'boolean' },
    recursive: { type: 'boolean' },
  },
});
const [first = '', second = ''] = positionals.map((place) =>
  place.startsWith('s3://') ? join(root, place.slice('s3://'.length)) : place,
);

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

if (service !== 's3') throw new Error(`There is no aws ${service} here.`);
switch (command) {
  case 'cp':
    copy(first, second);
    break;
  case 'ls':
    process.exitCode = existsSync(first) ? 0 : 1;
    break;
  case 'rm':
    rmSync(first, { recursive: values.recursive === true });
    break;
  default:
    throw new Error(`There is no aws s3 ${command} here.`);
}
