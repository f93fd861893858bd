// The template bundle in this thread: modules are never unloaded, so a changed bundle is for another thread.

import { pathToFileURL } from 'node:url';
import type { TemplateBundle } from '../../templates/page-input.ts';

/** Imports a template bundle. A bundle stays loaded until its thread ends. */
export async function loadTemplates(templatesFile: string): Promise<TemplateBundle> {
  const bundle: unknown = await import(pathToFileURL(templatesFile).href);
  if (!hasTemplates(bundle)) throw new Error(`${templatesFile} exports no createTemplates.`);
  return bundle.createTemplates();
}

function hasTemplates(value: unknown): value is { readonly createTemplates: () => TemplateBundle } {
  return typeof value === 'object' && value !== null && 'createTemplates' in value;
}
