// An element of <head> as data: it is printed from this, and what the page says about itself is read from this.

/** One element. `text` is escaped when it is printed; `json` is printed as a data block. */
export interface HeadTag {
  readonly tag: 'meta' | 'link' | 'title' | 'script';
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly json?: unknown;
}
