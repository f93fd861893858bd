// Features in columns or as a numbered list, and logos in a row.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Image } from '../components/Image.tsx';
import { RichText } from '../components/RichText.tsx';
import { ScreenCard, ScreenCards } from '../components/ScreenCards.tsx';
import { SectionItems } from '../components/SectionItems.tsx';
import type { SectionItemInput } from '../page-input.ts';
import { innerLevel, SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './ItemsSection.css';

type ItemsSectionProps = SectionProps<'features' | 'logos'>;

export function ItemsSection({ section }: ItemsSectionProps): ReactNode {
  if (section.kind === 'logos') return <LogosSection section={section} />;
  const { items } = section;
  if (items.every(({ screen }) => screen !== null)) return <ScreensSection section={section} />;
  return (
    <SectionFrame section={section}>
      <SectionItems
        items={items}
        titleLevel={innerLevel(section)}
        isList={items.length > 2 && items.every(hasOnlyWords)}
      />
    </SectionFrame>
  );
}

/** Without picture, figure, link and points there is nothing that a tile would hold together. */
function hasOnlyWords({ text, value, image, link, points }: SectionItemInput): boolean {
  return text !== null && value === null && image === null && link === null && points.length === 0;
}

/** Each feature above the corner of its product screen. Four that lead nowhere are not alike: the first one stands for all. */
function ScreensSection({ section }: ItemsSectionProps): ReactNode {
  const hasLead = section.items.length === 4 && section.items.every(({ link }) => link === null);
  const Title = innerLevel(section) === 2 ? 'h2' : 'h3';
  return (
    <SectionFrame section={section}>
      <ScreenCards hasLead={hasLead}>
        {section.items.map(({ title, text, screen, link }) => (
          <ScreenCard key={title} screen={screen} isLinked={link !== null}>
            <Title className="screen-card__title">{title}</Title>
            {text === null ? null : <RichText html={text} />}
            {link === null ? null : (
              <Anchor className="screen-card__link arrow-link" href={link.href} isOuter={link.isOuter}>
                {link.label}
              </Anchor>
            )}
          </ScreenCard>
        ))}
      </ScreenCards>
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

/** A link with words of its own stands below the logo. */
function Logo({ item: { title, image, link } }: { readonly item: SectionItemInput }): ReactNode {
  const logo = image === null ? title : <Image image={{ ...image, alt: title }} sizes="10rem" />;
  if (link === null) return logo;
  const isNamed = link.label !== title;
  return (
    <>
      {isNamed ? logo : null}
      <Anchor className={isNamed ? 'card__date' : ''} href={link.href} isOuter={link.isOuter}>
        {isNamed ? link.label : logo}
      </Anchor>
    </>
  );
}
