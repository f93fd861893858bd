// Where an editor's HTML names an image.

/** `src` of every `<img>`; the groups are the double-quoted, the single-quoted and the bare form. */
export const SOURCE_ATTRIBUTE = /<img\b(?:[^>"']|"[^"]*"|'[^']*')*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
