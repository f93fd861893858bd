// Features or logos in columns.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Image } from '../components/Image.tsx';
import { SectionItems } from '../components/SectionItems.tsx';
import type { SectionItemInput } from '../page-input.ts';
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
        {section.items.map((item) => (
          <li className="logos__item" key={item.title}>
            <Logo item={item} />
          </li>
        ))}
      </ul>
    </SectionFrame>
  );
}

function Logo({ item: { title, image, link } }: { readonly item: SectionItemInput }): ReactNode {
  const logo = image === null ? title : <Image image={{ ...image, alt: title }} sizes="10rem" />;
  if (link === null) return logo;
  return (
    <Anchor href={link.href} isOuter={link.isOuter}>
      {logo}
    </Anchor>
  );
}
