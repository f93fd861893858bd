// A test that fails may not get to stop its processes: what is left when its file ends is killed.

import { afterAll } from 'vitest';
import { killAll } from './child-processes.ts';

afterAll(killAll);
