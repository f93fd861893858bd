// The template bundle in this thread: its code is never unloaded, so a changed bundle is for another thread.

import type { TemplateBundle } from '../../templates/page-input.ts';
import { type LoadedScript, loadScript } from '../code/load-script.ts';

/** Templates in this thread. */
export interface LoadedTemplates extends Pick<LoadedScript, 'keepCompiled'> {
  readonly templates: TemplateBundle;
}

/** Runs a template bundle. It stays loaded until its thread ends. */
export function loadTemplates(templatesFile: string): LoadedTemplates {
  const { exports: bundle, keepCompiled } = loadScript(templatesFile);
  if (!hasTemplates(bundle)) throw new Error(`${templatesFile} exports no createTemplates.`);
  return { templates: bundle.createTemplates(), keepCompiled };
}

function hasTemplates(value: unknown): value is { readonly createTemplates: () => TemplateBundle } {
  return typeof value === 'object' && value !== null && 'createTemplates' in value;
}
