// The templates that exist and the groups of words that each one reads. `registry.ts` is checked against this table,
// and a page whose template is not here yet is not planned.

/** Groups of words that every page reads. */
export const COMMON_WORDS = ['common', 'forms'] as const;

/** Word groups (first part of a word key) by template. */
export const TEMPLATES = {
  home: ['home', 'section'],
  blog: ['blog'],
  article: ['blog', 'article'],
  landing: ['landing'],
  demo: ['demo', 'section'],
  success: ['success'],
  error: ['error'],
  product: ['section'],
  'use-case': ['section'],
  pricing: ['section'],
  clients: ['section', 'clients'],
  careers: ['section', 'careers'],
  about: ['section', 'about'],
  contacts: ['section', 'contacts'],
  integrations: ['section'],
  'slack-integration': ['section'],
  research: ['section'],
  trends: ['section'],
  referral: ['section'],
  'ambassadors-program': ['section'],
  newmr: ['section'],
  name: ['section'],
  academy: ['section'],
  benchmarks: ['section'],
  'data-subject-access-optout-request': ['section'],
  report: ['section', 'report'],
  cxua: ['section', 'cxua'],
  giftbag: ['section', 'giftbag'],
  'social-listening-dashboards': ['section', 'dashboards'],
  legal: ['legal'],
  webinars: ['webinars'],
  webinar: ['webinars'],
  'e-books': ['e-books'],
  'e-book': ['e-books', 'article'],
  'page-constructor': ['section'],
} as const satisfies Record<string, readonly string[]>;

/** A template that exists. */
export type TemplateId = keyof typeof TEMPLATES;

/** Whether a page's template exists. */
export function isTemplateId(template: string): template is TemplateId {
  return Object.hasOwn(TEMPLATES, template);
}
