// Features in columns or as a numbered list, and logos in a row.

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
      <SectionItems
        items={section.items}
        titleLevel={innerLevel(section)}
        isList={section.items.length > 2 && section.items.every(hasOnlyWords)}
      />
    </SectionFrame>
  );
}

/** Without picture, figure, link and points there is nothing that a tile would hold together. */
function hasOnlyWords({ text, value, image, link, points }: SectionItemInput): boolean {
  return text !== null && value === null && image === null && link === null && points.length === 0;
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
