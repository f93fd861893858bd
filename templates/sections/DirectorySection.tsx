// Items by category: a group per category, in order of first use, and links to the groups above them.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Image } from '../components/Image.tsx';
import { Points } from '../components/Points.tsx';
import { RichText } from '../components/RichText.tsx';
import type { SectionItemInput } from '../page-input.ts';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './DirectorySection.css';

export function DirectorySection({ section }: SectionProps<'directory'>): ReactNode {
  const groups = [...Map.groupBy(section.items, ({ value }) => value ?? '')];
  const Title = innerLevel(section) === 2 ? 'h2' : 'h3';
  return (
    <SectionFrame section={section}>
      {groups.map(([category, items]) => (
        <div className="directory" key={category}>
          {category === '' ? null : (
            <Title className="directory__category">
              {category} <span className="directory__count">{items.length}</span>
            </Title>
          )}
          <ul className="directory__items">
            {items.map((item) => (
              <li className={item.link === null ? 'directory__item' : 'directory__item sight'} key={item.title}>
                <Entry item={item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </SectionFrame>
  );
}

/** Items without a logo show their first letter. */
function Entry({ item: { title, text, image, link, points } }: { readonly item: SectionItemInput }): ReactNode {
  return (
    <>
      {image === null ? (
        <span className="directory__mark" aria-hidden="true">
          {[...title][0]}
        </span>
      ) : (
        <Image image={{ ...image, alt: '' }} sizes="3.5rem" />
      )}
      <p className="directory__name">
        {link === null ? (
          title
        ) : (
          <Anchor href={link.href} isOuter={link.isOuter}>
            {title}
          </Anchor>
        )}
      </p>
      {text === null ? null : <RichText html={text} />}
      <Points points={points} />
    </>
  );
}
