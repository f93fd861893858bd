// Where something stands in a file of the sample content, as editors and terminals open it: 'content/sample/faq/en.yaml:12'.

/** Folder of the sample content in the project. */
const FOLDER = 'content/sample';

/** A place in a file: an item of a list (0-based) and a field, as far as they are known. */
export interface SourcePlace {
  readonly item?: number | undefined;
  readonly field?: string | undefined;
}

/** A file of the sample content, by its path below the content folder, with a line where there is one. */
export function sourceName(file: string, line: number | null = null): string {
  return `${FOLDER}/${file}${line === null ? '' : `:${line}`}`;
}

/** The line (1-based) of a field or list item; null where it is not written in a line of its own. */
export function findLine(text: string, { item, field }: SourcePlace): number | null {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (/^-(\s|$)/.test(line) ? [index] : []));
  const start = item === undefined ? 0 : starts[item];
  if (start === undefined) return null;
  const end = item === undefined ? lines.length : (starts[item + 1] ?? lines.length);
  const isField = (line: string) => /^[-\s]*["']?([^"':]+)["']?\s*:/.exec(line)?.[1] === field;
  const found =
    field === undefined ? -1 : lines.findIndex((line, index) => index >= start && index < end && isField(line));
  if (found !== -1) return found + 1;
  return item === undefined ? null : start + 1;
}
