// A disk as a power cut leaves it, worked out from what a build asked of it. As little as POSIX promises is believed: of
// what was not waited for with fsync, any part may be there and any part may not, in no order. A rename is there or not.

/** One call, as a build made it. Paths are relative to the folder that is watched. */
export type DiskCall =
  | { readonly call: 'create' | 'mkdir' | 'remove' | 'sync'; readonly path: string }
  | { readonly call: 'data'; readonly path: string; readonly text: string }
  | { readonly call: 'rename'; readonly path: string; readonly to: string };

/** A file with its text, or a folder with what is in it. */
type Node = { text: string } | { entries: Map<string, number> };
/** Nodes by number; the watched folder is 0. A file keeps its number when it is renamed. */
type Disk = Map<number, Node>;

/** What a call changes: names in folders, or the bytes of a file. */
interface Change {
  readonly remove?: { readonly folder: number; readonly name: string; readonly node: number };
  readonly put?: { readonly folder: number; readonly name: string; readonly node: number };
  readonly data?: { readonly node: number; readonly text: string };
  /** New nodes: they are there when a name leads to them. */
  readonly make?: { readonly node: number; readonly isFolder: boolean };
  /** Folders, or the file, of which one has to be synced so that the change is sure. */
  readonly places: readonly number[];
}

/** What a build did, ready to be cut off. */
export interface Recording {
  readonly before: Disk;
  readonly steps: readonly (Change | { readonly synced: number })[];
}

/** Resolves the paths of calls to files and folders. `tree` is what was there before: text by path, all on disk. */
export function readRecording(tree: Readonly<Record<string, string>>, calls: readonly DiskCall[]): Recording {
  const live: Disk = new Map([[0, { entries: new Map() }]]);
  const before: Disk = new Map([[0, { entries: new Map() }]]);
  const steps: (Change | { synced: number })[] = [];
  const apply = (change: Change) => {
    applyChange(live, change);
    return change;
  };
  for (const [path, text] of Object.entries(tree)) {
    const parts = path.split('/');
    parts.slice(0, -1).forEach((_, index) => {
      const folder = parts.slice(0, index + 1).join('/');
      if (findNode(live, folder) === null) apply(changeOf(live, { call: 'mkdir', path: folder }));
    });
    apply(changeOf(live, { call: 'create', path }));
    apply(changeOf(live, { call: 'data', path, text }));
  }
  for (const [node, value] of live) before.set(node, copyNode(value));
  for (const call of calls) {
    const node = findNode(live, call.path);
    if (call.call === 'sync') steps.push({ synced: node ?? -1 });
    // Removing what is not there, and making a file that is: nothing of it concerns the names.
    else if (call.call === 'remove' && node === null) continue;
    else steps.push(apply(changeOf(live, call)));
  }
  return { before, steps };
}

function changeOf(disk: Disk, call: Exclude<DiskCall, { call: 'sync' }> | { call: 'mkdir'; path: string }): Change {
  const at = placeOf(disk, call.path);
  const node = findNode(disk, call.path) ?? disk.size;
  switch (call.call) {
    case 'data':
      return { data: { node, text: call.text }, places: [node] };
    case 'remove':
      return { remove: { ...at, node }, places: [at.folder] };
    case 'rename': {
      const to = placeOf(disk, call.to);
      return { remove: { ...at, node }, put: { ...to, node }, places: [at.folder, to.folder] };
    }
    default:
      return {
        make: { node, isFolder: call.call === 'mkdir' },
        put: { ...at, node },
        places: [at.folder],
      };
  }
}

function applyChange(disk: Disk, { make, remove, put, data }: Change): void {
  if (make !== undefined) makeNode(disk, make);
  if (remove !== undefined && entriesOf(disk, remove.folder).get(remove.name) === remove.node)
    entriesOf(disk, remove.folder).delete(remove.name);
  if (put !== undefined) entriesOf(disk, put.folder).set(put.name, put.node);
  if (data !== undefined) disk.set(data.node, { text: data.text });
}

function makeNode(disk: Disk, { node, isFolder }: NonNullable<Change['make']>): void {
  // A file that is opened for writing is emptied.
  if (!isFolder) disk.set(node, { text: '' });
  else if (!disk.has(node)) disk.set(node, { entries: new Map() });
}

function entriesOf(disk: Disk, folder: number): Map<string, number> {
  const node = disk.get(folder);
  if (node === undefined || !('entries' in node)) throw new Error(`Node ${folder} is no folder.`);
  return node.entries;
}

function findNode(disk: Disk, path: string): number | null {
  let found = 0;
  for (const part of path === '' ? [] : path.split('/')) {
    const node = disk.get(found);
    const next = node !== undefined && 'entries' in node ? node.entries.get(part) : undefined;
    if (next === undefined) return null;
    found = next;
  }
  return found;
}

function placeOf(disk: Disk, path: string): { folder: number; name: string } {
  const slash = path.lastIndexOf('/');
  const folder = findNode(disk, slash === -1 ? '' : path.slice(0, slash));
  if (folder === null) throw new Error(`There is no folder for ${path}.`);
  return { folder, name: path.slice(slash + 1) };
}

function copyNode(node: Node): Node {
  return 'text' in node ? { text: node.text } : { entries: new Map(node.entries) };
}

/**
 * The files after a power cut when so many steps were done: text by path. `random` gives numbers from 0 up to 1. With `keepsNames`, as on
 * usual file systems, all names are as after the last step, and only the content of files may be lost.
 */
export function cutPower(
  { before, steps }: Recording,
  done: number,
  random: () => number,
  { keepsNames = false } = {},
): Record<string, string> {
  const disk: Disk = new Map([...before].map(([node, value]) => [node, copyNode(value)]));
  const syncedAfter = new Set<number>();
  const isSure = new Array<boolean>(done);
  for (let index = done - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step === undefined) continue;
    if ('synced' in step) syncedAfter.add(step.synced);
    else isSure[index] = (keepsNames && !step.data) || step.places.some((place) => syncedAfter.has(place));
  }
  // How much of the rest made it differs from cut to cut.
  const luck = random();
  for (const [index, step] of steps.slice(0, done).entries()) {
    if ('synced' in step) continue;
    const { make, ...change } = step;
    // What a name leads to is on the disk in some form as soon as the name is.
    if (make !== undefined) makeNode(disk, make);
    if (isSure[index] || random() < luck) applyChange(disk, change);
    else if (change.data !== undefined && random() < 0.5) applyChange(disk, { ...change, data: halfOf(change.data) });
  }
  return Object.fromEntries(filesOf(disk, 0, ''));
}

function halfOf({ node, text }: NonNullable<Change['data']>): NonNullable<Change['data']> {
  return { node, text: text.slice(0, text.length / 2) };
}

function* filesOf(disk: Disk, folder: number, above: string): Generator<readonly [string, string]> {
  for (const [name, node] of entriesOf(disk, folder)) {
    const value = disk.get(node);
    if (value === undefined) continue;
    if ('text' in value) yield [`${above}${name}`, value.text];
    else yield* filesOf(disk, node, `${above}${name}/`);
  }
}
