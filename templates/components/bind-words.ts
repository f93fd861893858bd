// Keeps words of Ukrainian and Russian together that typographers do not part at the end of a line: a short preposition or conjunction
// and the next word, a number and what it counts, a word and the dash after it. Other languages have no such words.

/** A comment, an element whose text is code, data, or rendered again in the browser; a tag; a text. */
const TOKEN = /<(script|style|select|textarea|pre|code|svg)\b.*?<\/\1>|<div data-island=.*?<\/script>|<[^>]*>|[^<]+/gs;
const SHORT = 'авикосуяйізє'.split('').concat('бо во до за зі із из ко на не ні ни но об од от по со та чи'.split(' '));
const BOUND = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(?:${SHORT.join('|')}) (?=\\S|$)|(?<![\\p{L}.,])\\d{1,3} (?=[а-яіїєґё])|(?<=[\\p{sc=Cyrillic}»]) (?=—)`,
  'giu',
);
const CYRILLIC = /\p{sc=Cyrillic}/u;

/** Printed HTML with spaces at which no line breaks. */
export function bindWords(html: string): string {
  if (!CYRILLIC.test(html)) return html;
  return html.replace(TOKEN, (token) =>
    token.startsWith('<') || !CYRILLIC.test(token)
      ? token
      : token.replace(BOUND, (bound) => bound.replace(' ', '\u00a0')),
  );
}
