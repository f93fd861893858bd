/** Spaces and invisible characters around a text, which come along when people copy it. */
const AROUND = /^[\s\u200b\u2060\ufeff]+|(?<![\s\u200b\u2060\ufeff])[\s\u200b\u2060\ufeff]+$/g;

/** ASCII that is not removed; false for no character. */
const isPlain = (code: number) => code > 0x20 && code < 0x80;

/** The text without what is around it. Most texts have nothing there, which the pattern takes long to find. */
export const trimmed = (value: string): string =>
  isPlain(value.charCodeAt(0)) && isPlain(value.charCodeAt(value.length - 1)) ? value : value.replace(AROUND, '');
