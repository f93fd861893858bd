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

/** What visitors of two fairs photographed. */
export const FAIRS = {
  en: {
    lines: ['The coffee cart beat the', 'main sponsor four to one'],
    cart: '824 photos: coffee cart',
    sponsor: '203: main sponsor',
    tile: 'One tile is about twenty photos',
    sticker: ['Contract ended in March.', 'The sticker stayed.'],
  },
  kz: {
    lines: ['Тележка с кофе обошла', 'спонсора вчетверо'],
    cart: '824 снимка: тележка',
    sponsor: '203: спонсор',
    tile: 'Одна плитка — около двадцати снимков',
    sticker: ['Договор кончился в марте.', 'Наклейка осталась.'],
  },
} as const;

/** Four pages of the crisis guide: steps of the first hour, who is awake, answers with what was crossed out, and an empty line. */
export const GUIDE_PAGES = {
  en: {
    steps: ['Write it down', 'Who said it first?', 'One sentence', 'Thirty posts', 'Answer or wait'],
    days: ['Fri', 'Sat'],
    answers: [
      ['We regret any', 'We are sorry.'],
      ['It may have been', 'It was us.'],
      ['in due course', 'By Monday.'],
    ],
    last: ['The person who', 'knows the truth'],
    label: 'Telephone',
  },
  es: {
    steps: ['Apúntalo', '¿Quién fue el primero?', 'Una frase', 'Treinta mensajes', 'Contesta o espera'],
    days: ['Vie', 'Sáb'],
    answers: [
      ['lamentamos si', 'Perdón.'],
      ['pudo haber', 'Fuimos nosotros.'],
      ['en breve', 'El lunes.'],
    ],
    last: ['La persona que', 'sabe la verdad'],
    label: 'Teléfono',
  },
  pt: {
    steps: ['Anote tudo', 'Quem disse primeiro?', 'Uma frase', 'Trinta posts', 'Responda ou espere'],
    days: ['Sex', 'Sáb'],
    answers: [
      ['lamentamos o', 'Desculpe.'],
      ['pode ter', 'Fomos nós.'],
      ['em breve', 'Até segunda.'],
    ],
    last: ['A pessoa que', 'sabe a verdade'],
    label: 'Telefone',
  },
  ua: {
    steps: ['Запишіть', 'Хто сказав першим?', 'Одне речення', 'Тридцять дописів', 'Відповідь чи пауза'],
    days: ['Пт', 'Сб'],
    answers: [
      ['шкодуємо, якщо', 'Вибачте.'],
      ['могло статися', 'Це ми.'],
      ['найближчим часом', 'У понеділок.'],
    ],
    last: ['Людина, яка', 'знає правду'],
    label: 'Телефон',
  },
  kz: {
    steps: ['Запишите', 'Кто сказал первым?', 'Одно предложение', 'Тридцать постов', 'Ответ или пауза'],
    days: ['Пт', 'Сб'],
    answers: [
      ['сожалеем, если', 'Простите.'],
      ['могло случиться', 'Это мы.'],
      ['в ближайшее время', 'В понедельник.'],
    ],
    last: ['Человек, который', 'знает правду'],
    label: 'Телефон',
  },
} as const;
