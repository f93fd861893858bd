// Files of tests share a process: each begins with a site at the root of its origin, whatever the one before has loaded.

import { setBaseOf } from '../cli/paths/site-path.ts';

setBaseOf('https://www.example.com');
