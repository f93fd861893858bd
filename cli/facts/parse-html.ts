// Reads the facts of a page from any HTML: of pages that were edited after the build.

import { Parser } from 'htmlparser2';
import { isStructuredData, listFacts, type PageFacts, readTag, startFacts } from './page-facts.ts';

/** Reads the facts of a whole page, with header and footer. */
export function parseHtml(html: string): PageFacts {
  const found = startFacts();
  // Of the title, or of structured data.
  let text: string | null = null;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      readTag(name, attributes, found);
      // Only the first title: SVG images have titles too.
      if (isStructuredData(name, attributes) || (name === 'title' && found.title === null)) text = '';
    },
    ontext: (part) => {
      if (text !== null) text += part;
    },
    onclosetag: (name) => {
      if (text === null) return;
      if (name === 'script') found.dataTexts.push(text);
      else found.title = text;
      text = null;
    },
  });
  parser.end(html);
  return listFacts(found);
}
