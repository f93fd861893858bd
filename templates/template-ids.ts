// All templates and their groups of messages. TypeScript checks `registry.ts` and `config/pages.ts` against this table.

import type { PageTemplate } from '../config/pages.ts';

/** Groups of messages of every page. */
export const COMMON_WORDS = ['common', 'forms', 'consent'] as const;

/** A template. */
export interface TemplateRow {
  /** Its file in `pages/`. */
  readonly page: string;
  /** Groups of messages that it needs: the first parts of their keys. */
  readonly words: readonly string[];
}

/** All templates. */
export const TEMPLATES = {
  home: { page: 'HomePage.tsx', words: ['home', 'section'] },
  blog: { page: 'BlogPage.tsx', words: ['blog', 'section'] },
  article: { page: 'ArticlePage.tsx', words: ['blog', 'article'] },
  landing: { page: 'LandingPage.tsx', words: [] },
  demo: { page: 'DemoPage.tsx', words: ['demo', 'section'] },
  success: { page: 'SuccessPage.tsx', words: ['success', 'section'] },
  error: { page: 'ErrorPage.tsx', words: ['error'] },
  product: { page: 'MarketingPage.tsx', words: ['section'] },
  'use-case': { page: 'UseCasePage.tsx', words: ['section'] },
  pricing: { page: 'PricingPage.tsx', words: ['section'] },
  clients: { page: 'ClientsPage.tsx', words: ['section', 'clients'] },
  careers: { page: 'CareersPage.tsx', words: ['section', 'careers'] },
  about: { page: 'AboutPage.tsx', words: ['section', 'about'] },
  contacts: { page: 'ContactsPage.tsx', words: ['section', 'contacts'] },
  integrations: { page: 'MarketingPage.tsx', words: ['section'] },
  'slack-integration': { page: 'MarketingPage.tsx', words: ['section'] },
  research: { page: 'MarketingPage.tsx', words: ['section'] },
  trends: { page: 'TrendsPage.tsx', words: ['section'] },
  referral: { page: 'MarketingPage.tsx', words: ['section'] },
  'ambassadors-program': { page: 'MarketingPage.tsx', words: ['section'] },
  newmr: { page: 'MarketingPage.tsx', words: ['section'] },
  name: { page: 'MarketingPage.tsx', words: ['section'] },
  academy: { page: 'FormPage.tsx', words: ['section'] },
  benchmarks: { page: 'FormPage.tsx', words: ['section'] },
  'data-subject-access-optout-request': { page: 'FormPage.tsx', words: ['section'] },
  report: { page: 'words-pages.tsx', words: ['section', 'report'] },
  cxua: { page: 'words-pages.tsx', words: ['section', 'cxua'] },
  giftbag: { page: 'words-pages.tsx', words: ['section', 'giftbag'] },
  'social-listening-dashboards': { page: 'words-pages.tsx', words: ['section', 'dashboards'] },
  legal: { page: 'LegalPage.tsx', words: ['legal', 'section'] },
  webinars: { page: 'WebinarsPage.tsx', words: ['webinars', 'section'] },
  webinar: { page: 'WebinarPage.tsx', words: ['webinars', 'section'] },
  'e-books': { page: 'EBooksPage.tsx', words: ['e-books', 'section'] },
  'e-book': { page: 'EBookPage.tsx', words: ['e-books', 'article', 'section'] },
  'page-constructor': { page: 'PageConstructorPage.tsx', words: ['section'] },
  // TypeScript reports templates of config/pages.ts that are missing here.
} as const satisfies Record<string, TemplateRow> & Record<PageTemplate, TemplateRow>;

/** Id of a template. */
export type TemplateId = keyof typeof TEMPLATES;

/** Whether a template exists. */
export function isTemplateId(template: string): template is TemplateId {
  return Object.hasOwn(TEMPLATES, template);
}
