// The collections and globals of the sample service, derived from the schemas: titles, URLs and fields. Every document of a
// collection has all fields of its blueprint, empty ones too.

import { COLLECTIONS, type Collection, type GlobalName } from '../../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import { type EditorFields, fieldsOfCollection, fieldsOfGlobal } from '../blueprints/read-fields.ts';

/** A collection of the sample service. */
export interface Blueprint {
  readonly title: string;
  /** Path with the placeholder `{slug}`, without the prefix of the site; null if entries have no page. */
  readonly route: string | null;
  /** Entries with a future date are 'scheduled' until then. */
  readonly hidesFutureDates: boolean;
  /** Without title, slug and date, which every entry has. */
  readonly fields: EditorFields;
}

/** The collections, by handle. */
export const BLUEPRINTS = Object.fromEntries(
  COLLECTION_HANDLES.map((handle): [Collection, Blueprint] => {
    const { title: _, slug, date, ...fields } = fieldsOfCollection(handle);
    const { title, route, hidesFutureDates } = COLLECTIONS[handle];
    return [handle, { title, route, hidesFutureDates, fields }];
  }),
) as Readonly<Record<Collection, Blueprint>>;

/** The fields of each global. */
export const GLOBAL_FIELDS = Object.fromEntries(GLOBAL_NAMES.map((name) => [name, fieldsOfGlobal(name)])) as Readonly<
  Record<GlobalName, EditorFields>
>;
