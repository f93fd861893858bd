// What the site thread is asked and answers, as the server knows it: plain data, no secrets but the token of a request.

import type { Problem, ProblemPlace } from '../../errors.ts';
import type { ImageOrders } from '../../images/image-order.ts';
import type { PageJob } from '../../render/page-input/create-page-input.ts';
import type { LinkedFiles } from '../../render/page-kit.ts';
import type { SiteFlags } from '../../settings/load-site.ts';
import type { HandedContent } from './content-store.ts';

/** What the thread is started with. */
export interface SiteOptions {
  readonly flags: SiteFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Origin of the running sample service, used where no other service is set. */
  readonly sampleUrl: string | null;
  readonly sampleAssetsDir: string;
  readonly dir: string;
  readonly cacheDir: string;
  /** ISO 8601; null is now. */
  readonly clock: string | null;
  readonly withDrafts: boolean;
  readonly withFuture: boolean;
  /** Loads the tag manager, the chat and the like as the build does. */
  readonly withIntegrations: boolean;
  /** Content of the thread before this one. */
  readonly earlier: (HandedOver & { readonly isSameSchema: boolean }) | null;
}

/** What a thread leaves to the next one. */
interface HandedOver extends HandedContent {
  readonly orders: ImageOrders;
}

/** A document or file that the browser asks for. */
export interface SiteRequest {
  /** As sent, percent-encoded, without query. */
  readonly pathname: string;
  /** '' or '?…'. */
  readonly search: string;
  /** Of a live preview. Never stored, never logged. */
  readonly token: string | null;
  readonly files: LinkedFiles;
}

/** What the host would answer. */
export type SiteAnswer =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'page';
      readonly status: 200 | 404 | 410 | 500;
      /** Of the route that is shown: an error page's own path where the status is one. */
      readonly path: string;
      readonly template: string;
      /** The entry whose page it is. */
      readonly entry: ProblemPlace;
      readonly job: PageJob;
      /** Without `frame-ancestors`. */
      readonly contentSecurityPolicy: string;
      /** Origin that may frame the page; null is nobody. */
      readonly framedBy: string | null;
      /** Why it is no 200. */
      readonly problems: readonly Problem[];
    }
  | { readonly kind: 'file'; readonly path: string; readonly content: string | Uint8Array }
  /** The content service is down, and there is no last good page. */
  | { readonly kind: 'unavailable'; readonly problem: Problem };

/** One page for the toolbar. */
export interface PageInspection {
  readonly status: number;
  readonly routeName: string | null;
  readonly template: string | null;
  readonly outFile: string | null;
  readonly entry: {
    readonly collection: string;
    readonly site: string;
    readonly title: string;
    readonly id: string;
    readonly status: string | null;
    readonly editUrl: string | null;
  } | null;
  readonly warnings: readonly Problem[];
  readonly locales: readonly {
    readonly locale: string;
    readonly label: string;
    readonly href: string;
    readonly isSamePage: boolean;
  }[];
}

/** What is wrong with the whole site, and what the server must know of its configuration. */
export interface SiteStatus {
  readonly problems: readonly Problem[];
  /** The content service is down: what is shown meanwhile, and what to do. */
  readonly outage: Problem | null;
  /** Whether the sample content is shown. */
  readonly isSample: boolean;
  /** Path that forms post to; null where that is another host. */
  readonly demoEndpoint: string | null;
  readonly pages: number;
  readonly locales: readonly string[];
}

/** A list of the content service; the globals of a site are one list. Names that the site does not have mean nothing. */
export interface ListName {
  readonly collection: string;
  readonly site: string;
}

/** The calls of the site thread. */
export type SiteCalls = {
  readonly answer: (request: SiteRequest) => Promise<SiteAnswer>;
  readonly inspect: (
    page: Pick<SiteRequest, 'pathname' | 'token' | 'files'> & { readonly html: string },
  ) => Promise<PageInspection>;
  /** Reads lists again, all of them for null. Resolves with whether pages may have changed. */
  readonly read: (lists: readonly ListName[] | null) => Promise<boolean>;
  /** Names the sample service, where it was not known at the start. */
  readonly useSample: (url: string) => null;
  /** Looks at local pictures again. */
  readonly renew: (nothing: null) => Promise<null>;
  /** Asked after every change; what pages are made with is made ready for the files that they will link. */
  readonly status: (files: LinkedFiles | null) => SiteStatus;
  readonly handOver: (nothing: null) => Promise<HandedOver>;
};
