// What package-lock.json must hold for `npm ci`: every optional dependency of every locked package, for all platforms.

/** The part of package-lock.json that counts here. */
export interface LockFile {
  readonly packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** An optional package that the lock file lacks, and where it belongs. */
interface MissingPackage {
  /** `node_modules/name`, or nested where another version stands there. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly isDev: boolean;
}

/** Optional dependencies that a package of the lock file would not find, looked up as Node does. */
export function findMissingOptional(lock: LockFile): readonly MissingPackage[] {
  const versionByPath = new Map(Object.entries(lock.packages).map(([path, { version }]) => [path, version]));
  const missing: MissingPackage[] = [];
  for (const [path, { optionalDependencies = {}, dev = false }] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const version = range.replace(/^[~^]/, '');
      const found = lookupPaths(path, name).find((candidate) => versionByPath.has(candidate));
      const isFound = found !== undefined && (versionByPath.get(found) === version || range !== version);
      if (isFound) continue;
      const place = found === undefined ? `node_modules/${name}` : `${path}/node_modules/${name}`;
      versionByPath.set(place, version);
      missing.push({ path: place, name, version, isDev: dev });
    }
  }
  return missing;
}

/** Where Node looks for a package, nearest first. */
function lookupPaths(from: string, name: string): readonly string[] {
  const nearest = from === '' ? '' : `${from}/`;
  const parent = from.lastIndexOf('/node_modules/');
  const outer = from === '' ? [] : lookupPaths(parent === -1 ? '' : from.slice(0, parent), name);
  return [`${nearest}node_modules/${name}`, ...outer];
}

const SYSTEMS = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openbsd', 'netbsd', 'openharmony', 'sunos', 'aix'];
const PROCESSORS = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];

/** `os`, `cpu` and `libc` of a platform package, from its name: npm installs it there only. */
export function lockedPlatform(name: string): Readonly<Record<string, readonly string[]>> {
  const parts = name.split(/[-/]/);
  const system = name === 'fsevents' ? 'darwin' : SYSTEMS.find((candidate) => parts.includes(candidate));
  const processor = PROCESSORS.find((candidate) => parts.includes(candidate));
  const isMusl = parts.includes('musl');
  const isGlibc = parts.includes('gnu');
  return {
    ...(system === undefined ? {} : { os: [system] }),
    ...(processor === undefined ? {} : { cpu: [processor] }),
    ...(isMusl ? { libc: ['musl'] } : isGlibc ? { libc: ['glibc'] } : {}),
  };
}
