/** Spaces and invisible characters around a text, which come along when people copy it. */
const AROUND = /^[\s\u200b\u2060\ufeff]+|(?<![\s\u200b\u2060\ufeff])[\s\u200b\u2060\ufeff]+$/g;

/** The text without what is around it. */
export const trimmed = (value: string): string => value.replace(AROUND, '');

/** A visible character: not a space, format or control character, lone mark, or blank letter. */
const VISIBLE = /[^\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The text has a visible character. */
export const isVisible = (value: string) => VISIBLE.test(value);
