// Cards in the scripts of the five locales, and what an editor may write besides.

import type { ShareCard } from '../../cli/images/image-order.ts';

/** A card of the sample's brand. */
export function cardWith(title: string | null, kicker: string | null = null): ShareCard {
  return { brand: 'Murmurlens', host: 'www.example.com', title, kicker, picture: null };
}

export const CARDS: readonly ShareCard[] = [
  cardWith('How to read a crisis in the first hour', 'Blog'),
  cardWith('Guía: ¿qué dicen de tu marca? São Paulo, ação', 'Webinars'),
  cardWith('Що насправді чують про ваш бренд: їжа, ґава, єдність', 'Вебінари'),
  cardWith('Сүт өнімдері туралы пікірлер: әңгіме қалай басталды, ұзақ ғұмыр, һәм', 'Блог'),
  cardWith(null),
];
