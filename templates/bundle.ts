// The entry of the template bundle: what the build may call. Everything that it exports is pure.

import type { TemplateBundle } from './page-input.ts';
import { renderChrome } from './render-chrome.tsx';
import { renderPage } from './render-page.tsx';

export { renderChrome, renderPage };

// Checked here, so that the build may import the bundle as a TemplateBundle.
({ renderChrome, renderPage }) satisfies TemplateBundle;
