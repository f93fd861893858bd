// What the tests hold a page of ours against: html-validate's recommended rules without those about spelling.
// Relied on afterwards: a page without faults here is valid HTML.

import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

const RULES: ConfigData = {
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
};

/** Resolves the rules once, not for each page: that takes as long as a short page. */
class ResolvedRules extends StaticConfigLoader {
  readonly #resolved = super.getConfigFor('');

  override getConfigFor() {
    return this.#resolved;
  }
}

const validator = new HtmlValidate(new ResolvedRules(RULES));

/** A page without its header and footer, which most pages share: they have half of the elements of a page. */
export function withoutChrome(html: string): string {
  return html.replace(/<header class="header".*?<\/header>/s, '').replace(/<footer class="footer".*?<\/footer>/s, '');
}

/** What html-validate has against a page, readable: rule, message, place. */
export async function findMarkupFaults(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
