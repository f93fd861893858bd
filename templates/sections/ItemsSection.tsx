// Features or logos in columns.

import type { ReactNode } from 'react';
import { Image } from '../components/Image.tsx';
import { SectionItems } from '../components/SectionItems.tsx';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './ItemsSection.css';

type ItemsSectionProps = SectionProps<'features' | 'logos'>;

export function ItemsSection({ section }: ItemsSectionProps): ReactNode {
  if (section.kind === 'logos') return <LogosSection section={section} />;
  return (
    <SectionFrame section={section}>
      <SectionItems items={section.items} titleLevel={innerLevel(section)} />
    </SectionFrame>
  );
}

function LogosSection({ section }: ItemsSectionProps): ReactNode {
  return (
    <SectionFrame section={section}>
      <ul className="logos">
        {section.items.map(({ title, image }) => (
          <li className="logos__item" key={title}>
            {image === null ? title : <Image image={{ ...image, alt: title }} sizes="10rem" />}
          </li>
        ))}
      </ul>
    </SectionFrame>
  );
}
