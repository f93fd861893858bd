// Loads the template bundle. Node never unloads code, so a changed bundle needs another thread.

import { createRequire } from 'node:module';
import type { TemplateBundle } from '../../templates/page-input.ts';
import { createSiteError, errorMessage } from '../errors.ts';
import { findTemplateLine } from './template-errors.ts';

const require = createRequire(import.meta.url);

/** @throws SiteError TEMPLATE_BROKEN (exit 1) if the code of the bundle throws. */
export function loadTemplates(templatesFile: string): TemplateBundle {
  const bundle = loadBundle(templatesFile);
  if (!hasTemplates(bundle)) throw new Error(`${templatesFile} exports no createTemplates.`);
  return bundle.createTemplates();
}

function loadBundle(templatesFile: string): unknown {
  try {
    return require(templatesFile);
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

function hasTemplates(value: unknown): value is { readonly createTemplates: () => TemplateBundle } {
  return typeof value === 'object' && value !== null && 'createTemplates' in value;
}
