// Rendered pages become staged files and records: their markup is printed and written, what it says is read and recorded.
// It knows nothing of templates. Relied on afterwards: every page that came back is in staging.

import type { ChromeFragment } from '../../templates/page-input.ts';
import { createBriefMaker } from '../check/briefs/page-brief.ts';
import { collectPageFacts, type FragmentFacts, parsePageFacts } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import { openStagingWriter } from '../publish/staging-writer.ts';
import type { MadePage } from './page-renderer.ts';
import type { RenderedBatch, RenderedPage, StagerPlace } from './page-work.ts';
import { named } from './template-failed.ts';

/** Stages batches, one after the other. */
export interface PageStager {
  /** @throws SiteError OUT_DISK_FULL, OUT_UNWRITABLE (exit 2); TEMPLATE_FAILED (exit 1) where nothing can be read of a page. */
  readonly stage: (pages: readonly MadePage[]) => RenderedBatch;
}

/** Starts the staging of what one thread renders. */
export function openPageStager({ staging, origin }: StagerPlace): PageStager {
  const writer = openStagingWriter(staging);
  const chromes = new Map<string, EncodedChrome>();
  const createBrief = createBriefMaker();
  const stagePage = ({ work, parts }: MadePage, chrome: EncodedChrome): RenderedPage => {
    const { path, record } = work;
    const { head, switcher, main, end } = parts;
    const { top, afterSwitcher, bottom, facts: fragment } = chrome;
    const staged = writer.write(outFileOf(path), [head, top, switcher, afterSwitcher, main, bottom, end]);
    const brief = createBrief({ path, origin, facts: collectPageFacts(parts), fragment });
    return { record, brief: JSON.stringify(brief), ...staged };
  };
  return {
    stage: (made) => {
      const fragments: (readonly [string, FragmentFacts])[] = [];
      const encode = ({ work, chrome }: MadePage) => {
        const { key } = work.chrome;
        const known = chromes.get(key);
        if (known !== undefined) return known;
        const encoded = encodeChrome(chrome);
        chromes.set(key, encoded);
        fragments.push([key, encoded.facts]);
        return encoded;
      };
      return { pages: made.map((page) => named(page.work, () => stagePage(page, encode(page)))), fragments };
    },
  };
}

/** A chrome as bytes: it is most of every page, and is encoded once. */
interface EncodedChrome extends Record<keyof ChromeFragment, Buffer> {
  readonly facts: FragmentFacts;
}

/** Facts of a chrome, for all pages that share it. */
export function factsOfChrome({ top, afterSwitcher, bottom }: ChromeFragment): FragmentFacts {
  return { ...parsePageFacts(top, afterSwitcher, bottom), lengths: [top.length, afterSwitcher.length, bottom.length] };
}

function encodeChrome(chrome: ChromeFragment): EncodedChrome {
  const { top, afterSwitcher, bottom } = chrome;
  return {
    top: Buffer.from(top),
    afterSwitcher: Buffer.from(afterSwitcher),
    bottom: Buffer.from(bottom),
    facts: factsOfChrome(chrome),
  };
}
