// The only component that prints HTML of the content service, which it sanitizes.

import type { ReactNode } from 'react';
import { useTextRules } from '../contexts.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';
import './RichText.css';

export function RichText({ html }: { readonly html: string }): ReactNode {
  return <SafeText safeHtml={sanitizeRichText(html, useTextRules())} />;
}

/** HTML that is already sanitized. */
export function SafeText({ safeHtml }: { readonly safeHtml: string }): ReactNode {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by its caller
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: safeHtml }} />;
}
