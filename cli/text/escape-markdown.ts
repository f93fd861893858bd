// Escapes text of content for Markdown, so that it never becomes markup.

/** Text on one line, for a paragraph or a table. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_[\]<>|#~&]/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u200b');
}

/** A link; for an address that is not http(s) only the text. */
export function linkMarkdown(text: string, address: string | undefined): string {
  if (address === undefined || !/^https?:\/\//i.test(address)) return escapeMarkdown(text);
  return `[${escapeMarkdown(text)}](<${address.replace(/[<>\s|\\]/g, encodeURIComponent)}>)`;
}
