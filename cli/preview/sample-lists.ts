// Which lists of the sample service a changed file of the sample content is in.

import type { ListName } from './site/site-calls.ts';

/** Folder of the sample content in the project. */
export const SAMPLE_FOLDER = 'content/sample/';

/** The lists of some files, by their paths: `{collection}/{site}/…`, `{collection}/{site}.yaml`, `globals/{name}/{site}.yaml`. */
export function findSampleLists(files: readonly string[]): readonly ListName[] {
  return files.flatMap((file) => {
    const [collection = '', place = '', name = ''] = file.slice(SAMPLE_FOLDER.length).split('/');
    const site = (collection === 'globals' ? name : place).replace(/\.yaml$/, '');
    return collection === 'assets' || collection === 'taxonomies' ? [] : [{ collection, site }];
  });
}
