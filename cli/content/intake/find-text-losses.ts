// Finds what pages leave out of a rich text, or show differently. The functions that print texts judge it.

import type * as htmlparser2 from 'htmlparser2';
import { limitNesting } from '../../../templates/components/limit-nesting.ts';
import { resolveLink, resolveSource } from '../../../templates/components/resolve-link.ts';
import { addressOf, DROPPED_WHOLE, MEDIA, resolveMedium } from '../../../templates/components/rich-text-options.ts';
import { requirePackage } from '../../files/project.ts';
import { findTagAttributes, hasImage, IMAGE_SOURCES, listHrefs } from '../../text/find-attributes.ts';
import { printableText } from '../../text/printable-text.ts';
import type { FieldFault } from './parse-entry.ts';

/** Something that a page leaves out or changes, without its field. */
type TextLoss = Omit<FieldFault, 'field'>;

/** To check a link only its scheme and form matter. */
const RULES = { origin: 'https://www.example.com', finalHrefs: {} };
/** The usual target: a plain path, or a plain URL of another site (see resolve-link.ts). */
const PLAIN_TARGET =
  /(?:\/(?:[\w~-][\w.~-]*\/)*|https:\/\/(?!xn--)(?:[a-z0-9][a-z0-9-]*\.(?!xn--))+[a-z]{2,}\/(?:[\w~-][\w.~-]*\/)*[\w~-]*)/
    .source;
/** An href that is not plain. Most texts have none, so one search checks all of their links. */
const UNUSUAL_HREF = new RegExp(`href\\s*=(?!"${PLAIN_TARGET}")`, 'i');
/** An entity where a scheme may be: the quick check decodes only some entities. */
const ENTITY_FIRST = /^[^/?#]*&/;
/** Elements of forms, of which at most the text is shown. */
const FORM_PARTS = ['form', 'input', 'button'];
const DROPPED: ReadonlySet<string> = new Set(DROPPED_WHOLE);
/** Other elements of HTML, and those of word processors. */
const ELEMENT =
  'a abbr acronym address area article aside b base basefont bdi bdo big blink blockquote body br caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer h[1-6] header hgroup hr html i img ins kbd label legend li link listing main map mark marquee menu meta meter nav nobr ol optgroup output p param picture pre progress q rb rp rt rtc ruby s samp search section slot small source span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var wbr \\w+:\\w+'.replaceAll(
    ' ',
    '|',
  );
const LOSSES = [...Object.keys(MEDIA), ...DROPPED_WHOLE, ...FORM_PARTS].join('|');
const KNOWN = new RegExp(`^(?:${ELEMENT}|${LOSSES})$`);
/** An element that may be a loss. Most texts have none. */
const SUSPECT = new RegExp(
  `<(?:${LOSSES})\\b|<img\\b(?![^<>]*\\bsrc\\s*=)|<(?!(?:${ELEMENT})[\\s/>])[a-z!?]|<[abipqsu]\\s+[^\\s=<>"'/]+[\\s>]`,
  'i',
);
/** Attributes that may have no value. Other words in a short element without values, such as `<b and c>`, are text. */
const BARE =
  /^(?:align|alt|autofocus|cite|class|contenteditable|dir|download|hidden|href|id|inert|itemscope|lang|name|nofollow|nowrap|rel|style|target|title|translate)$/;

/** Finds the losses of a text, each once. */
export function findTextLosses(html: string): readonly TextLoss[] {
  if (!SUSPECT.test(html) && !hasUnsafeHref(html) && !hasUnsafeImage(html)) return [];
  const byText = new Map(readLosses(html).map((loss) => [loss.what, loss]));
  return [...byText.values()];
}

/** Describes a link that is left out; null for any other. Statamic empties the address of a link whose entry or file was deleted. */
export function findLinkLoss(href: string): TextLoss | null {
  if (href.trim() === '') {
    const what =
      'A link has no address, perhaps because its entry or file was deleted: its text is shown without the link.';
    return { code: 'LINK_EMPTY', what, fix: 'Choose another target, or remove the link' };
  }
  if (resolveLink(href, RULES) !== null) return null;
  const what = `The link "${printableText(href, 120)}" is not a web, e-mail or phone address: it was left out.`;
  return { code: 'LINK_UNSAFE', what, fix: 'Enter a site path such as "/about/" or a full URL' };
}

/** The hrefs of a text, if some are not plain: text that looks like an href is included. */
export function listUnusualHrefs(html: string): readonly string[] {
  return UNUSUAL_HREF.test(html) ? listHrefs(html) : [];
}

function hasUnsafeHref(html: string): boolean {
  return listUnusualHrefs(html).some((href) => ENTITY_FIRST.test(href) || findLinkLoss(href) !== null);
}

function hasUnsafeImage(html: string): boolean {
  return hasImage(html) && !findTagAttributes(html, IMAGE_SOURCES).every(isImageAddress);
}

const isImageAddress = (source: string) => source !== '' && resolveSource(source, RULES) !== null;

type ReadTag = (attributes: Readonly<Record<string, string>>) => TextLoss | null;

/** Reads a text as the sanitizer does. Nothing in an element that is left out is a loss of its own. */
function readLosses(html: string): readonly TextLoss[] {
  // Few texts need it.
  const { Parser }: typeof htmlparser2 = requirePackage('htmlparser2');
  const losses: TextLoss[] = [];
  let hidden: { readonly name: string; readonly addresses: string[] } | null = null;
  let depth = 0;
  let word: string | null = null;
  let hasValue = false;
  const parser = new Parser({
    onattribute(name, _, quote) {
      if (quote !== undefined) hasValue = true;
      else if (/^\p{L}+$/u.test(name) && !BARE.test(name)) word ??= name;
    },
    onopentag(name, attributes) {
      const isText = word !== null && !hasValue && KNOWN.test(name) && name.length === 1;
      const written = isText ? `${name} ${word}` : name;
      [word, hasValue] = [null, false];
      depth += hidden?.name === name ? 1 : 0;
      if (hidden !== null) {
        hidden.addresses.push(...addressesOf(name, attributes));
        return;
      }
      const loss = Object.hasOwn(READERS, name) ? (READERS[name]?.(attributes) ?? null) : null;
      if (loss !== null) losses.push(loss);
      else if (!KNOWN.test(written)) losses.push(describeText(written));
      if (!Object.hasOwn(MEDIA, name) && !DROPPED.has(name)) return;
      hidden = { name, addresses: [...addressesOf(name, attributes)] };
      depth = 1;
    },
    oncomment(text) {
      if (hidden === null && !OF_A_TOOL.test(text.trim())) losses.push(describeComment(text));
    },
    onclosetag(name) {
      if (hidden?.name !== name) return;
      depth -= 1;
      if (depth > 0) return;
      losses.push(describeHidden(hidden.name, hidden.addresses));
      hidden = null;
    },
  });
  parser.end(limitNesting(html));
  return losses;
}

const READERS: Readonly<Record<string, ReadTag>> = {
  a: ({ href }) => (href === undefined ? null : findLinkLoss(href)),
  img: ({ src = '' }) => (isImageAddress(src) ? null : describeImage(src)),
  input: ({ type }) => (type === 'hidden' ? null : describeElement('input', 'it was left out')),
  form: () => describeElement('form', 'only its text is shown'),
  button: () => describeElement('button', 'only its text is shown'),
};

/** Comments that programs leave in what is copied from them, such as "StartFragment", "[if gte mso 9]" and "wp:paragraph": one word, or a word before a colon. */
const OF_A_TOOL = /^(?:\[(?!CDATA)|\?xml|\/?[a-z-]*:|(?![?[])[^\s<]*$)/;

/** A comment, code of PHP, or what XML marks as text. */
function describeComment(text: string): TextLoss {
  const written = /^(?:\?|\[CDATA)/.test(text) ? `<${text.startsWith('?') ? '' : '!'}${text}>` : `<!--${text}-->`;
  const what = `A text has "${printableText(written, 120)}", which browsers do not show: it was left out.`;
  return { code: 'ELEMENT_DROPPED', what, fix: 'Write it as text, or remove it' };
}

/** Text that looks like an element, such as `<ann@example.com>`. */
function describeText(name: string): TextLoss {
  const what = `A text has "<${printableText(name, 60)}", which is no element of HTML: it was left out.`;
  return { code: 'ELEMENT_DROPPED', what, fix: 'If it is text, write "&lt;" for "<"; else remove it' };
}

function addressesOf(name: string, attributes: Readonly<Record<string, string>>): readonly string[] {
  const address = addressOf(name, attributes);
  return address.trim() === '' ? [] : [address];
}

function describeHidden(name: string, addresses: readonly string[]): TextLoss {
  if (DROPPED.has(name)) return describeElement(name, 'it was left out');
  const linked = addresses.find((address) => resolveMedium(address, RULES) !== null);
  if (linked !== undefined)
    return {
      code: 'MEDIUM_LINKED',
      what: `Pages show no <${name}> of a text: a link to "${printableText(linked, 120)}" took its place.`,
      fix: 'Write a link with words of your own in its place',
    };
  const [address] = addresses;
  const why = address === undefined ? 'it has no address' : `"${printableText(address, 120)}" is no web address`;
  return describeElement(name, `it was left out without a link, because ${why}`);
}

function describeElement(name: string, became: string): TextLoss {
  return {
    code: 'ELEMENT_DROPPED',
    what: `Pages show no <${name}> of a text: ${became}.`,
    fix: 'Remove it, or put a link, a picture or a form of the site in its place',
  };
}

function describeImage(source: string): TextLoss {
  const address = source.trim() === '' ? 'no address' : `the address "${printableText(source, 60)}"`;
  return {
    code: 'ELEMENT_DROPPED',
    what: `A picture in a text has ${address}: it was left out.`,
    fix: 'Upload the picture, and insert it from there',
  };
}
