// The groups of the header menu: a link, or a <details> with items and, on wide screens, a promotion.

import type { ReactNode } from 'react';
import type { MenuGroupInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import { MenuIcon } from './MenuIcon.tsx';
import { Promo } from './Promo.tsx';
import './Menu.css';

/** In the wide menu only one group is open; the groups of the narrow one are inside another <details>. */
type MenuVariant = 'wide' | 'narrow';

interface MenuProps {
  readonly groups: readonly MenuGroupInput[];
  /** Id of the group of the page. */
  readonly activeGroup: string | null;
  readonly variant: MenuVariant;
}

export function Menu({ groups, activeGroup, variant }: MenuProps): ReactNode {
  return (
    <ul className={`menu menu--${variant}`}>
      {groups.map((group) => (
        <li className={group.id === activeGroup ? 'menu__group menu__group--active' : 'menu__group'} key={group.id}>
          <Group group={group} variant={variant} />
        </li>
      ))}
    </ul>
  );
}

function Group({ group, variant }: { readonly group: MenuGroupInput; readonly variant: MenuVariant }): ReactNode {
  const { items, link, promo } = group;
  if (items.length === 0 && link === null) return null;
  if (items.length === 0 && link !== null) {
    return (
      <Anchor className="menu__label" href={link.href} isOuter={link.isOuter}>
        {group.label}
      </Anchor>
    );
  }
  const hasPromo = promo !== null && variant === 'wide';
  return (
    <details
      className={hasPromo ? 'dropdown dropdown--with-promo' : 'dropdown'}
      name={variant === 'wide' ? 'header-menu' : 'header-menu-group'}
    >
      <summary className="menu__label">{group.label}</summary>
      <div className="dropdown__panel">
        <Items group={group} hasIcons={variant === 'wide'} />
        {hasPromo ? <Promo promo={promo} /> : null}
      </div>
    </details>
  );
}

interface ItemsProps {
  readonly group: MenuGroupInput;
  readonly hasIcons: boolean;
}

function Items({ group, hasIcons }: ItemsProps): ReactNode {
  const own = group.link === null ? [] : [{ ...group.link, id: group.id, description: null }];
  return (
    <ul className="menu__items">
      {[...own, ...group.items].map((item) => (
        <li key={item.id}>
          <Anchor className="dropdown__link" href={item.href} isOuter={item.isOuter}>
            {hasIcons ? <MenuIcon id={item.id} /> : null}
            <span className="dropdown__title">{item.label}</span>
            {item.description === null ? null : <span className="dropdown__text">{item.description}</span>}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
