// The script of all HTML redirect pages. Opens the target with the query and hash of the request, which
// `<meta http-equiv="refresh">` would lose. A classic script, so that it runs before the refresh.

import { redirectTarget } from './redirect-target.ts';

const target = document.currentScript?.dataset.target;
if (target !== undefined) location.replace(redirectTarget(target, location));
