// The only component that prints HTML of the content service. It is sanitised here, on its way out.

import type { ReactNode } from 'react';
import { useTextRules } from '../contexts.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';
import './RichText.css';

export function RichText({ html }: { readonly html: string }): ReactNode {
  return <SafeText safeHtml={sanitizeRichText(html, useTextRules())} />;
}

/** HTML that has been sanitised already. */
export function SafeText({ safeHtml }: { readonly safeHtml: string }): ReactNode {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by its caller
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: safeHtml }} />;
}
