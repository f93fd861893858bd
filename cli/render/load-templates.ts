// Loads the template bundle. Node never unloads code, so a changed bundle needs another thread.

import type { TemplateBundle } from '../../templates/page-input.ts';
import { createSiteError, errorMessage } from '../errors.ts';
import { requirePackage } from '../files/project.ts';
import { findTemplateLine } from './template-errors.ts';

/** @throws SiteError TEMPLATE_BROKEN (exit 1) if the code of the bundle throws. */
export function loadTemplates(templatesFile: string): TemplateBundle {
  try {
    const bundle: { readonly createTemplates: () => TemplateBundle } = requirePackage(templatesFile);
    return bundle.createTemplates();
  } catch (cause) {
    const file = cause instanceof Error ? findTemplateLine(cause) : null;
    if (file === null) throw cause;
    throw createSiteError(
      {
        code: 'TEMPLATE_BROKEN',
        exitCode: 1,
        message: 'The templates cannot be loaded. Nothing was written.',
        where: { file },
        what: errorMessage(cause),
        fix: 'Fix the code there. It runs outside all components.',
      },
      cause,
    );
  }
}
