// The sections of a page in the order of the editor, with a component per kind.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import type { SectionInput } from '../page-input.ts';
import { ArticlesSection } from './ArticlesSection.tsx';
import { ClientsSection } from './ClientsSection.tsx';
import { ComparisonSection } from './ComparisonSection.tsx';
import { DirectorySection } from './DirectorySection.tsx';
import { FaqSection } from './FaqSection.tsx';
import { FormSection } from './FormSection.tsx';
import { ItemsSection } from './ItemsSection.tsx';
import { JobsSection } from './JobsSection.tsx';
import { OfficesSection } from './OfficesSection.tsx';
import { PlansSection } from './PlansSection.tsx';
import { QuoteSection } from './QuoteSection.tsx';
import { ScreenSection } from './ScreenSection.tsx';
import { SectionHead } from './SectionFrame.tsx';
import { SplitSection } from './SplitSection.tsx';
import { StatsSection } from './StatsSection.tsx';
import { StepsSection } from './StepsSection.tsx';
import { TeamSection } from './TeamSection.tsx';
import { TextSection } from './TextSection.tsx';

export function Sections({ sections }: { readonly sections: readonly SectionInput[] }): ReactNode {
  return sections.map((section, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids, and a build never reorders them
    <SectionOfKind key={index} section={section} />
  ));
}

function SectionOfKind({ section }: { readonly section: SectionInput }): ReactNode {
  switch (section.kind) {
    case 'text':
    case 'cta':
      return <TextSection section={section} />;
    case 'split':
      return <SplitSection section={section} />;
    case 'screen':
      return <ScreenSection section={section} />;
    case 'features':
    case 'logos':
      return <ItemsSection section={section} />;
    case 'steps':
      return <StepsSection section={section} />;
    case 'stats':
      return <StatsSection section={section} />;
    case 'plans':
      return <PlansSection section={section} />;
    case 'quote':
      return <QuoteSection section={section} />;
    case 'comparison':
      return <ComparisonSection section={section} />;
    case 'form':
      return <FormSection section={section} />;
    case 'faq':
      return <FaqSection section={section} />;
    case 'clients':
      return <ClientsSection section={section} />;
    case 'team':
      return <TeamSection section={section} />;
    case 'offices':
      return <OfficesSection section={section} />;
    case 'articles':
      return <ArticlesSection section={section} />;
    case 'directory':
      return <DirectorySection section={section} />;
    case 'jobs':
      return <JobsSection section={section} />;
    case 'content':
      return (
        <>
          <SectionHead section={section} />
          <Blocks blocks={section.blocks} />
        </>
      );
  }
}
