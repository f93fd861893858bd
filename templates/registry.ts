// Template id → component, checked complete: a template that is listed in template-ids.ts and missing here does not compile.

import type { ReactNode } from 'react';
import type { PropsByTemplate, TemplateInput } from './page-input.ts';
import { ArticlePage } from './pages/ArticlePage.tsx';
import { BlogPage } from './pages/BlogPage.tsx';
import { DemoPage } from './pages/DemoPage.tsx';
import { ErrorPage } from './pages/ErrorPage.tsx';
import { HomePage } from './pages/HomePage.tsx';
import { LandingPage } from './pages/LandingPage.tsx';
import { SuccessPage } from './pages/SuccessPage.tsx';
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
};

/** The page inside `<main>`. */
export function Page({ input }: { readonly input: TemplateInput }): ReactNode {
  return renderTemplate(input);
}

/** The type parameter ties the component to its props. */
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
