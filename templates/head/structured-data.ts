// The JSON-LD of a page: one graph whose nodes refer to each other by @id (schema.org; Google's documentation of Organization,
// WebSite, BreadcrumbList and Article).

import type { BlogPosting, BreadcrumbList, Graph, Organization, Thing, WebPage, WebSite } from 'schema-dts';
import { hostOriginOf } from '../../config/site-address.ts';
import type { SiteInput } from '../page-input.ts';
import type { DocumentInput } from './document-input.ts';
import { createBook, createEvent, createSoftware } from './structured-entities.ts';

/** Organization and WebSite on every page; WebPage, BreadcrumbList (with two or more items) and the subject if there is one. */
export function createStructuredData(page: DocumentInput): Graph {
  const nodes: readonly (Thing | null)[] = [
    createOrganization(page.site),
    createWebSite(page.site),
    createWebPage(page),
    createBreadcrumbList(page),
    createBlogPosting(page),
    createEvent(page, organizationId(page.site.origin)),
    createBook(page, organizationId(page.site.origin)),
    createSoftware(page, organizationId(page.site.origin)),
  ];
  return { '@context': 'https://schema.org', '@graph': nodes.filter((node) => node !== null) };
}

const organizationId = (origin: string) => `${origin}/#organization`;
const webSiteId = (origin: string) => `${origin}/#website`;

function createOrganization({ origin, organization, icons }: SiteInput): Organization {
  return {
    '@type': 'Organization',
    '@id': organizationId(origin),
    name: organization.name,
    legalName: organization.legalName,
    url: `${origin}/`,
    logo: `${hostOriginOf(origin)}${icons.svg}`,
    ...(organization.sameAs.length === 0 ? {} : { sameAs: [...organization.sameAs] }),
  };
}

function createWebSite({ origin, organization }: SiteInput): WebSite {
  return {
    '@type': 'WebSite',
    '@id': webSiteId(origin),
    name: organization.name,
    url: `${origin}/`,
    publisher: { '@id': organizationId(origin) },
  };
}

/** Error pages have no canonical URL, and so no WebPage. */
function createWebPage({ head, site, breadcrumbs, languageTag }: DocumentInput): WebPage | null {
  if (head.canonical === null) return null;
  const hasTrail = breadcrumbs.length > 1;
  return {
    '@type': 'WebPage',
    '@id': `${head.canonical}#webpage`,
    url: head.canonical,
    name: head.title,
    inLanguage: languageTag,
    isPartOf: { '@id': webSiteId(site.origin) },
    ...(head.description === null ? {} : { description: head.description }),
    ...(hasTrail ? { breadcrumb: { '@id': `${head.canonical}#breadcrumbs` } } : {}),
  };
}

function createBreadcrumbList({ head, site, breadcrumbs }: DocumentInput): BreadcrumbList | null {
  const { canonical } = head;
  if (canonical === null || breadcrumbs.length < 2) return null;
  return {
    '@type': 'BreadcrumbList',
    '@id': `${canonical}#breadcrumbs`,
    itemListElement: breadcrumbs.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: index === breadcrumbs.length - 1 ? canonical : `${hostOriginOf(site.origin)}${href}`,
    })),
  };
}

function createBlogPosting({ head, site, subject: article, languageTag }: DocumentInput): BlogPosting | null {
  const { origin } = site;
  if (article?.kind !== 'article' || head.canonical === null) return null;
  const published = head.openGraph.publishedTime;
  const modified = head.openGraph.modifiedTime ?? published;
  return {
    '@type': 'BlogPosting',
    '@id': `${head.canonical}#article`,
    headline: article.headline,
    inLanguage: languageTag,
    mainEntityOfPage: { '@id': `${head.canonical}#webpage` },
    publisher: { '@id': organizationId(origin) },
    author: article.author === null ? { '@id': organizationId(origin) } : { '@type': 'Person', name: article.author },
    ...(article.description === null ? {} : { description: article.description }),
    ...(article.image === null ? {} : { image: article.image }),
    ...(published === null ? {} : { datePublished: published }),
    ...(modified === null ? {} : { dateModified: modified }),
  };
}
