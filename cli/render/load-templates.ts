// The template bundle in this thread: its code is never unloaded, so a changed bundle is for another thread.

import { createRequire } from 'node:module';
import type { TemplateBundle } from '../../templates/page-input.ts';
import { errorMessage, SiteError } from '../errors.ts';
import { findTemplatePlace } from './template-place.ts';

const require = createRequire(import.meta.url);

/** Runs a template bundle. It stays loaded until its thread ends. @throws SiteError TEMPLATE_BROKEN (exit 1). */
export function loadTemplates(templatesFile: string): TemplateBundle {
  const bundle = loadBundle(templatesFile);
  if (!hasTemplates(bundle)) throw new Error(`${templatesFile} exports no createTemplates.`);
  return bundle.createTemplates();
}

function loadBundle(templatesFile: string): unknown {
  try {
    return require(templatesFile);
  } catch (cause) {
    const file = cause instanceof Error ? findTemplatePlace(cause) : null;
    throw file === null ? cause : templateBroken(file, cause);
  }
}

function templateBroken(file: string, cause: unknown): SiteError {
  const code = 'TEMPLATE_BROKEN';
  return new SiteError(
    {
      code,
      exitCode: 1,
      message: 'The templates cannot be loaded. Nothing was written.',
      problems: [
        {
          code,
          severity: 'error',
          where: { file },
          what: errorMessage(cause),
          fix: 'Fix what runs there outside of any component.',
        },
      ],
    },
    { cause },
  );
}

function hasTemplates(value: unknown): value is { readonly createTemplates: () => TemplateBundle } {
  return typeof value === 'object' && value !== null && 'createTemplates' in value;
}
