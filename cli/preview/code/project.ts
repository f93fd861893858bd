// Where the project is.

import { fileURLToPath } from 'node:url';

/** Root of the project. */
export const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
