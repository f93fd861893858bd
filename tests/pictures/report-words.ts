// What the drawn pages of reports say.

/** Four pages about one client, by locale. */
export const REPORTS = {
  en: {
    head: 'Tamarind, July to September',
    sentence: ['They praise', 'the sauce and', 'photograph', 'the lid.'],
    shares: [
      ['Sauce: 61% of the posts', 0.61],
      ['Lid: 58% of the photos', 0.58],
    ],
    volume: ['262 posts a week,', 'and one week of 540'],
    peak: ['A TV cook opens', 'a jar with a spoon.'],
    usual: 'Usual range',
    rest: ['284 posts share the clip.', 'Without it: an ordinary week.'],
    photos: ['334 photos show you,', '209 never name you'],
    found: ['Framed: the same lid on', 'somebody else’s jar.'],
    posts: [
      ['“The sauce is gone.', 'The jar won again.”'],
      ['“Opened it with the door.', 'Worth the door.”'],
      ['“Same lid as my mother’s', 'jam. She can open hers.”'],
    ],
    advice: ['What we would do: print', '“warm me first” on the lid.'],
  },
  kz: {
    head: 'Tamarind, июль — сентябрь',
    sentence: ['Соус хвалят,', 'а снимают', 'почему-то', 'крышку.'],
    shares: [
      ['Соус: 61 % публикаций', 0.61],
      ['Крышка: 58 % снимков', 0.58],
    ],
    volume: ['262 публикации в неделю', 'и одна неделя с 540'],
    peak: ['Повар в эфире', 'открыл банку ложкой.'],
    usual: 'Обычный диапазон',
    rest: ['284 публикации с этим роликом.', 'Без него неделя как неделя.'],
    photos: ['Вы на 334 снимках,', 'на 209 вас не назвали'],
    found: ['В рамке та же крышка', 'на чужой банке.'],
    posts: [
      ['«Соус кончился. Банка', 'опять победила».'],
      ['«Открыл дверью. Дверь', 'было не жалко».'],
      ['«Крышка как у маминого', 'варенья. Но та идёт».'],
    ],
    advice: ['Наш совет: напечатать', 'на ней «сначала согрей».'],
  },
} as const;

/** What people write about young software, a pile each. */
export const PILES = {
  ask: [
    'Спрашивают',
    '14',
    [
      ['«Чем считать смены,', 'кроме таблицы?»'],
      ['«Есть что-нибудь', 'на двух языках?»'],
    ],
  ],
  advise: [
    'Советуют',
    '9',
    [
      ['«Вместо таблицы.', 'Я вернула себе пятницу».'],
      ['«Поставь брату', 'в пекарню, поймёт».'],
    ],
  ],
  scold: [
    'Ругают',
    '6',
    [
      ['«Отчёт не открылся', 'на телефоне, 3 мая».'],
      ['«Почему счёт', 'в долларах?»'],
    ],
  ],
  mistake: [
    'Путают с другим',
    '22',
    [
      ['«Держится шесть недель,', 'седину берёт».'],
      ['«Оттенок 7.3 будет?»', '(это краска для волос)'],
    ],
  ],
} as const;

/** The last page of the crisis guide, which waits for a number. */
export const GUIDE = {
  en: { lines: ['The person', 'who knows', 'the truth'], label: 'Telephone' },
  es: { lines: ['La persona', 'que sabe', 'la verdad'], label: 'Teléfono' },
  pt: { lines: ['A pessoa', 'que sabe', 'a verdade'], label: 'Telefone' },
  ua: { lines: ['Людина,', 'яка знає', 'правду'], label: 'Телефон' },
  kz: { lines: ['Человек,', 'который', 'знает', 'правду'], label: 'Телефон' },
};
