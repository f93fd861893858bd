// The folder of the project. The preview does not bundle this module, because bundles are in another folder.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Root folder of the project, with a trailing slash. */
export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Loads a package of the project on demand. */
export const requirePackage = createRequire(import.meta.url);
