/** Spaces and invisible characters around a text, which come along when people copy it. */
const AROUND = /^[\s\u200b\u2060\ufeff]+|(?<![\s\u200b\u2060\ufeff])[\s\u200b\u2060\ufeff]+$/g;

/** The text without what is around it. */
export const trimmed = (value: string): string => value.replace(AROUND, '');
