// The templates that exist and the groups of words that each one reads. `registry.ts` is checked against this table,
// and a page whose template is not here yet is not planned.

/** Groups of words that every page reads. */
export const COMMON_WORDS = ['common', 'forms'] as const;

/** Word groups (first part of a word key) by template. */
export const TEMPLATES = {
  home: ['home'],
  blog: ['blog'],
  article: ['blog', 'article'],
  landing: ['landing'],
  demo: ['demo'],
  success: ['success'],
  error: ['error'],
} as const satisfies Record<string, readonly string[]>;

/** A template that exists. */
export type TemplateId = keyof typeof TEMPLATES;

/** Whether a page's template exists. */
export function isTemplateId(template: string): template is TemplateId {
  return Object.hasOwn(TEMPLATES, template);
}
