// Rendered pages become staged files and records: their markup is printed and written, what it says is read and recorded.
// It knows nothing of templates. Relied on afterwards: every page that came back is in staging.

import { printPieces } from '../../templates/markup.ts';
import type { ChromeFragment, PageParts } from '../../templates/page-input.ts';
import { printRecord } from '../cache/page-cache.ts';
import { createBriefMaker } from '../check/briefs/page-brief.ts';
import { collectPageFacts, type FragmentFacts, parsePageFacts } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import { openStagingWriter } from '../publish/staging-writer.ts';
import { assertKnown, type PageWork, type RenderedBatch, type RenderedPage, type StagerPlace } from './page-work.ts';
import { named } from './template-failed.ts';

/** A page that its templates have made. */
interface MadePage extends Pick<PageWork, 'path' | 'template' | 'record'> {
  /** Key of its chrome. */
  readonly chrome: string;
  readonly parts: PageParts;
  /** Of its record, as JSON. */
  readonly shown: string;
}

/** Pages, and the chromes that no earlier batch had. */
export interface MadeBatch {
  readonly chromes: readonly (readonly [key: string, chrome: ChromeFragment])[];
  readonly pages: readonly MadePage[];
}

/** Stages batches, one after the other. */
export interface PageStager {
  /** @throws SiteError OUT_DISK_FULL, OUT_UNWRITABLE (exit 2); TEMPLATE_FAILED (exit 1) where nothing can be read of a page. */
  readonly stage: (batch: MadeBatch) => RenderedBatch;
}

/** Starts the staging of what one thread renders. */
export function openPageStager({ staging, origin }: StagerPlace): PageStager {
  const writer = openStagingWriter(staging);
  const chromes = new Map<string, KnownChrome>();
  const createBrief = createBriefMaker();
  const stagePage = ({ path, chrome, parts, record, shown }: MadePage): RenderedPage => {
    const { top, afterSwitcher, bottom, facts: fragment } = assertKnown(chromes, chrome);
    const { head, switcher, main, end } = parts;
    const staged = writer.write(outFileOf(path), [
      ...printPieces(head),
      top,
      ...printPieces(switcher),
      afterSwitcher,
      ...printPieces(main),
      bottom,
      end,
    ]);
    const brief = createBrief({ path, origin, facts: collectPageFacts(parts), fragment });
    return { record: printRecord(record, shown), brief: JSON.stringify(brief), ...staged };
  };
  return {
    stage: ({ chromes: told, pages }) => {
      const fragments = told.map(([key, fragment]) => {
        const chrome = { ...encodeChrome(fragment), facts: factsOfChrome(fragment) };
        chromes.set(key, chrome);
        return [key, chrome.facts] as const;
      });
      return { pages: pages.map((page) => named(page, () => stagePage(page))), fragments };
    },
  };
}

/** A chrome as bytes: it is most of every page, and is encoded once. */
type EncodedChrome = { readonly [Part in keyof ChromeFragment]: Buffer };

interface KnownChrome extends EncodedChrome {
  readonly facts: FragmentFacts;
}

/** Facts of a chrome, for all pages that share it. */
export function factsOfChrome({ top, afterSwitcher, bottom }: ChromeFragment): FragmentFacts {
  return { ...parsePageFacts(top, afterSwitcher, bottom), lengths: [top.length, afterSwitcher.length, bottom.length] };
}

function encodeChrome({ top, afterSwitcher, bottom }: ChromeFragment): EncodedChrome {
  return { top: Buffer.from(top), afterSwitcher: Buffer.from(afterSwitcher), bottom: Buffer.from(bottom) };
}
