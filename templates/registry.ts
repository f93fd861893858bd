// The components by template id. TypeScript reports templates of template-ids.ts that are missing here.

import type { ReactNode } from 'react';
import type { PropsByTemplate, TemplateInput } from './page-input.ts';
import { AboutPage } from './pages/AboutPage.tsx';
import { ArticlePage } from './pages/ArticlePage.tsx';
import { BlogPage } from './pages/BlogPage.tsx';
import { CareersPage } from './pages/CareersPage.tsx';
import { ClientsPage } from './pages/ClientsPage.tsx';
import { ContactsPage } from './pages/ContactsPage.tsx';
import { DemoPage } from './pages/DemoPage.tsx';
import { EBookPage } from './pages/EBookPage.tsx';
import { EBooksPage } from './pages/EBooksPage.tsx';
import { ErrorPage } from './pages/ErrorPage.tsx';
import { FormPage } from './pages/FormPage.tsx';
import { HomePage } from './pages/HomePage.tsx';
import { LandingPage } from './pages/LandingPage.tsx';
import { LegalPage } from './pages/LegalPage.tsx';
import { MarketingPage } from './pages/MarketingPage.tsx';
import { PageConstructorPage } from './pages/PageConstructorPage.tsx';
import { PricingPage } from './pages/PricingPage.tsx';
import { SuccessPage } from './pages/SuccessPage.tsx';
import { TrendsPage } from './pages/TrendsPage.tsx';
import { UseCasePage } from './pages/UseCasePage.tsx';
import { WebinarPage } from './pages/WebinarPage.tsx';
import { WebinarsPage } from './pages/WebinarsPage.tsx';
import { CxuaPage, DashboardsPage, GiftbagPage, ReportPage } from './pages/words-pages.tsx';
import type { TemplateId } from './template-ids.ts';

type Templates = { readonly [T in TemplateId]: (props: PropsByTemplate[T]) => ReactNode };

const COMPONENTS: Templates = {
  home: HomePage,
  blog: BlogPage,
  article: ArticlePage,
  landing: LandingPage,
  demo: DemoPage,
  success: SuccessPage,
  error: ErrorPage,
  product: MarketingPage,
  'use-case': UseCasePage,
  pricing: PricingPage,
  clients: ClientsPage,
  careers: CareersPage,
  about: AboutPage,
  contacts: ContactsPage,
  integrations: MarketingPage,
  'slack-integration': MarketingPage,
  research: MarketingPage,
  trends: TrendsPage,
  referral: MarketingPage,
  'ambassadors-program': MarketingPage,
  newmr: MarketingPage,
  name: MarketingPage,
  academy: FormPage,
  benchmarks: FormPage,
  'data-subject-access-optout-request': FormPage,
  report: ReportPage,
  cxua: CxuaPage,
  giftbag: GiftbagPage,
  'social-listening-dashboards': DashboardsPage,
  legal: LegalPage,
  webinars: WebinarsPage,
  webinar: WebinarPage,
  'e-books': EBooksPage,
  'e-book': EBookPage,
  'page-constructor': PageConstructorPage,
};

/** The content of `<main>`. */
export function Page({ input }: { readonly input: TemplateInput }): ReactNode {
  return renderTemplate(input);
}

/** The type parameter connects the component with its props. */
function renderTemplate<T extends TemplateId>({
  template,
  props,
}: {
  template: T;
  props: PropsByTemplate[T];
}): ReactNode {
  const component: Templates[T] = COMPONENTS[template];
  return component(props);
}
