// What bundling makes, as the stages after it and the cache of bundles know it.

import type { OutputFile } from '../files/output-file.ts';
import type { TemplateCodes } from './template-keys.ts';

/** The bundled code that pages are made of and link. */
export interface PageCode {
  /** The template bundle on disk, imported by every thread. */
  readonly templatesFile: string;
  readonly assets: readonly OutputFile[];
  /** Root-relative. */
  readonly stylesheet: string;
  /** The font that a page of a script (ISO 15924) is read in, root-relative. */
  readonly fontByScript: { readonly Latn: string; readonly Cyrl: string };
  readonly script: string;
  readonly redirectScript: string;
  readonly icon: string;
}

/** The bundled code of one build. */
export interface CodeBundles extends PageCode {
  /** Keys of the code of each template. */
  readonly templates: TemplateCodes;
}
