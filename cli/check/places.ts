// Where a fault is to be mended: the entry and field, the words of a locale, or a file of the templates.

import { isTemplateId, TEMPLATES } from '../../templates/template-ids.ts';
import type { ProblemPlace } from '../errors.ts';
import type { CheckRoute } from './check-input.ts';
import type { FaultOwner } from './rules/page-rules.ts';

/** Where a fault of a page is to be mended. */
export function placeOf(owner: FaultOwner, route: CheckRoute): ProblemPlace {
  switch (owner.kind) {
    case 'file':
      return { file: owner.file };
    case 'template':
      return { file: templateFileOf(route.template) };
    case 'entry':
      return route.entry === null ? { file: `locales/${route.locale}.json` } : entryPlace(route.entry, owner.field);
  }
}

/** An entry, and its field where it is known. */
export function entryPlace(
  { collection, title, site, editUrl }: NonNullable<CheckRoute['entry']>,
  field?: string,
): ProblemPlace {
  return {
    collection,
    entry: title,
    site,
    ...(field === undefined ? {} : { field }),
    ...(editUrl === null ? {} : { editUrl }),
  };
}

/** The file of a template's page. */
export function templateFileOf(template: string): string {
  return isTemplateId(template) ? `templates/pages/${TEMPLATES[template].page}` : 'templates/pages/';
}
