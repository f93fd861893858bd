// The element that each service needs, and how to start its script, as documented by the service. Services receive only published
// data: the address of a post, the id of a form.

import type { ClientConfig } from '../client-config.ts';

/** One embed of a page. */
export interface EmbedRequest {
  readonly provider: keyof typeof PROVIDERS;
  readonly script: string;
  /** Absolute address of the post. */
  readonly href: string | null;
  /** Text of the link that is shown without a script. */
  readonly label: string;
  readonly formId: string | null;
  readonly config: ClientConfig;
}

interface Provider {
  /** The element for the script; null if data is missing. */
  readonly createElement: (request: EmbedRequest) => HTMLElement | null;
  /** Lets a loaded script search the page again. */
  readonly render?: (target: HTMLElement, request: EmbedRequest) => void;
}

/** Calls a function of the global of a script, such as `twttr.widgets.load`. An element with that id would be a global, too. */
function callGlobal(path: string, ...values: readonly unknown[]): void {
  let owner: unknown;
  let found: unknown = window;
  for (const name of path.split('.')) {
    owner = found;
    found = owner === undefined || owner === null ? undefined : Reflect.get(Object(owner), name);
  }
  if (typeof found === 'function') Reflect.apply(found, owner, values);
}

/** The services by their name in the content. */
export const PROVIDERS = {
  instagram: {
    createElement: ({ href }) => quoteOf('instagram-media', href, { instgrmPermalink: href ?? '' }),
    render: () => callGlobal('instgrm.Embeds.process'),
  },
  reddit: {
    createElement: ({ href }) => quoteOf('reddit-embed-bq', href),
    render: () => callGlobal('rdt.embed.renderAll'),
  },
  twitter: {
    createElement: ({ href }) => quoteOf('twitter-tweet', href, { dnt: 'true' }),
    render: (target) => callGlobal('twttr.widgets.load', target),
  },
  forms: {
    createElement: ({ formId, config }) => {
      if (formId === null || config.formsPortal === null) return null;
      const element = document.createElement('div');
      element.id = `provided-form-${formId}`;
      return element;
    },
    render: (target, { formId, config }) =>
      callGlobal('hbspt.forms.create', {
        portalId: config.formsPortal,
        formId,
        target: `#${CSS.escape(target.firstElementChild?.id ?? '')}`,
        locale: config.formsLanguage,
      }),
  },
  'copyright-badge': {
    createElement: ({ config, script, label }) => {
      if (config.copyrightBadgeId === null) return null;
      const id = encodeURIComponent(config.copyrightBadgeId);
      const link = linkTo(`https://www.dmca.com/Protection/Status.aspx?ID=${id}`);
      link.className = 'dmca-badge';
      const image = new Image(121, 24);
      image.alt = label;
      // The images are next to the script of the service.
      image.src = new URL(`dmca_protected_sml_120n.png?ID=${id}`, script).href;
      link.replaceChildren(image);
      return link;
    },
  },
} as const satisfies Readonly<Record<string, Provider>> as Readonly<Record<ProviderName, Provider>>;

type ProviderName = 'instagram' | 'reddit' | 'twitter' | 'forms' | 'copyright-badge';

function quoteOf(
  className: string,
  href: string | null,
  data: Readonly<Record<string, string>> = {},
): HTMLElement | null {
  if (href === null) return null;
  const quote = document.createElement('blockquote');
  quote.className = className;
  Object.assign(quote.dataset, data);
  quote.append(linkTo(href));
  return quote;
}

function linkTo(href: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.target = '_blank';
  link.rel = 'noreferrer noopener';
  link.textContent = href;
  return link;
}
