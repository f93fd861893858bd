import base from './vitest.config.ts';
export default {...base, test:{...base.test, setupFiles:['/tmp/g46/prof-setup.mjs', ...base.test.setupFiles]}};
