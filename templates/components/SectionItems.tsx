// The items of a section or features block: picture, figure, title, text, points and link, if set.

import type { ReactNode } from 'react';
import type { SectionItemInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import { Image } from './Image.tsx';
import { Points } from './Points.tsx';
import { RichText } from './RichText.tsx';
import './SectionItems.css';

interface SectionItemsProps {
  readonly items: readonly SectionItemInput[];
  /** One level below the heading above the items. */
  readonly titleLevel: 2 | 3;
  /** A numbered list in large type instead of tiles. Many items with picture and figure are rows. */
  readonly isList?: boolean;
}

export function SectionItems({ items, titleLevel, isList = false }: SectionItemsProps): ReactNode {
  const List = isList ? 'ol' : 'ul';
  const isRows = items.length > 3 && items.every(({ image, value }) => image !== null && value !== null);
  return (
    <List className={isList ? 'items items--list' : isRows ? 'items items--rows' : 'items'}>
      {items.map((item) => (
        <li className={item.link === null ? 'items__item' : 'items__item sight'} key={item.title}>
          <Item item={item} titleLevel={titleLevel} isRow={isRows} />
        </li>
      ))}
    </List>
  );
}

interface ItemProps {
  readonly item: SectionItemInput;
  readonly titleLevel: 2 | 3;
  /** A row has a name instead of a figure. */
  readonly isRow: boolean;
}

/** If the link of an item has no caption, its title is the link. */
function Item({ item, titleLevel, isRow }: ItemProps): ReactNode {
  const { title, text, value, image, link, points } = item;
  const Title = titleLevel === 2 ? 'h2' : 'h3';
  const isTitleLinked = link !== null && link.label === title;
  return (
    <>
      {image === null ? null : <Image image={image} sizes="(min-width: 600px) 33vw, 100vw" />}
      {value === null ? null : <p className={isRow && !/^\d/.test(value) ? 'pane__title' : 'items__value'}>{value}</p>}
      <Title className="items__title">
        {isTitleLinked ? (
          <Anchor href={link.href} isOuter={link.isOuter}>
            {title}
          </Anchor>
        ) : (
          title
        )}
      </Title>
      {text === null ? null : <RichText html={text} />}
      <Points points={points} />
      {link === null || isTitleLinked ? null : (
        <p className="items__link">
          <Anchor className="arrow-link" href={link.href} isOuter={link.isOuter}>
            {link.label}
          </Anchor>
        </p>
      )}
    </>
  );
}
