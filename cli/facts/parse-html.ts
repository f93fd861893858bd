// Reads the facts of a page from any HTML, for pages that were edited after the build.

import { Parser } from 'htmlparser2';
import { listFacts, type PageFacts } from './page-facts.ts';
import { JSON_LD_TYPE, readTag, startFacts } from './tag-facts.ts';

/** Reads the facts of a whole page, with header and footer. */
export function parseHtml(html: string): PageFacts {
  const found = startFacts();
  // Of the title, or of structured data.
  let text: string | null = null;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      readTag(name, (attribute) => attributes[attribute], found);
      if (attributes.id !== undefined) found.ids.push(attributes.id);
      const isData = name === 'script' && attributes.type === JSON_LD_TYPE;
      // Only the first: SVG images have titles too.
      if (isData || (name === 'title' && found.title === null)) text = '';
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
