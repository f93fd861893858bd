// The only component that prints HTML of the content service. It is sanitised here, on its way out.

import type { ReactNode } from 'react';
import { useTextRules } from '../contexts.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';

export function RichText({ html }: { readonly html: string }): ReactNode {
  const safeHtml = sanitizeRichText(html, useTextRules());
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: safeHtml }} />;
}
