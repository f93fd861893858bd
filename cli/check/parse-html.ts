// The facts of a page from HTML of any form. A page that is as the build wrote it is read by a faster scanner, which relies
// on how the build prints HTML; a page that was edited may be written in any other way.

import { Parser } from 'htmlparser2';
import { listFacts, type PageFacts } from '../facts/page-facts.ts';
import { JSON_LD_TYPE, readTag, startFacts } from '../facts/tag-facts.ts';

/** Reads a whole page, header and footer included. */
export function parseHtml(html: string): PageFacts {
  const found = startFacts();
  /** Text of the title or of structured data that is being read. */
  let text: string | null = null;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      readTag(name, (attribute) => attributes[attribute], found);
      if (attributes.id !== undefined) found.ids.push(attributes.id);
      const isData = name === 'script' && attributes.type === JSON_LD_TYPE;
      // A title within a picture is another one.
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
