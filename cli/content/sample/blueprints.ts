// The collections and globals of the sample service, as the schemas describe them: titles, URLs and fields.
// A field of a blueprint is in every document of its collection; one without a value is empty in the service's way.

import { COLLECTIONS, type Collection, type GlobalName } from '../../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import { type EditorFields, fieldsOfCollection, fieldsOfGlobal } from '../blueprints/read-fields.ts';

/** One collection of the sample service. */
export interface Blueprint {
  readonly title: string;
  /** Path without the site's prefix, `{slug}` stands for the slug; null where entries have no page. */
  readonly route: string | null;
  /** Whether an entry with a future date is 'scheduled' until then. */
  readonly hidesFutureDates: boolean;
  /** Without title, slug and date, which entries have for themselves. */
  readonly fields: EditorFields;
}

/** The collections, each under its handle. */
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
