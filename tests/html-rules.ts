// What the tests hold a page of ours against: html-validate's recommended rules without those about spelling.
// Relied on afterwards: a page without faults here is valid HTML.

import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How React spells HTML: self-closing void elements, lower-case doctype, attribute names in camel case, ="" on booleans.
    'void-style': 'off',
    'doctype-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // One line a page.
    'no-trailing-whitespace': 'off',
    // How long a title may be is a matter of search results, not of HTML, and the editors' own.
    'long-title': 'off',
  },
});

/** What html-validate has against a page, readable: rule, message, place. */
export async function findMarkupFaults(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
