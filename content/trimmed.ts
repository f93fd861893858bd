/** Spaces and invisible characters around a text, which come along when people copy it. */
const AROUND = /^[\s\u200b\u2060\ufeff]+|(?<![\s\u200b\u2060\ufeff])[\s\u200b\u2060\ufeff]+$/g;

/** ASCII that is not removed; false for no character. */
const isPlain = (code: number) => code > 0x20 && code < 0x80;

/** The text without what is around it. Most texts have nothing there, which the pattern takes long to find. */
export const trimmed = (value: string): string =>
  isPlain(value.charCodeAt(0)) && isPlain(value.charCodeAt(value.length - 1)) ? value : value.replace(AROUND, '');

/** A visible character: not a space, format or control character, lone mark, or blank letter. */
const VISIBLE = /[^\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The text has a visible character. */
export const isVisible = (value: string) => VISIBLE.test(value);
