// The letter about trends. If it is the screen of the page, it is the opening: title and letter on one sheet, with the form as its coupon.

import type { ReactNode } from 'react';
import type { MarketingProps } from '../page-input.ts';
import { ScreenDrawing } from '../screens/Screen.tsx';
import { FormBeside, findSection } from './FormBeside.tsx';
import { MarketingBody, MarketingPage } from './MarketingPage.tsx';

export function TrendsPage(page: MarketingProps): ReactNode {
  const form = findSection(page, 'form');
  if (form === null || page.screen !== 'letter') return <MarketingPage {...page} />;
  return (
    <>
      <FormBeside page={{ ...page, image: null, screen: null }} form={form} section={null} look="poster sheet">
        <ScreenDrawing id={page.screen} />
      </FormBeside>
      <MarketingBody {...page} sections={page.sections.filter((section) => section !== form)} />
    </>
  );
}
