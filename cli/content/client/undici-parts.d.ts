// The parts of undici that the client is made of, typed as in the whole package.

declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export = Pool;
}
