// Where the project is. A module of its own: bundled code lies elsewhere, so the preview leaves this one out of its bundle.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Root of the project. Ends with a slash. */
export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Loads a package of the project when it is needed. */
export const requirePackage = createRequire(import.meta.url);
