// One document a planned page. Head elements are printed where they stand: React moves them into the head.

import { Article } from '../../components/article.js';
import { Head } from '../../components/head.js';
import { List } from '../../components/list.js';
import { Ready } from '../../components/ready.js';
import { printSwitcher } from '../../components/switcher.js';
import { findPage, listPaths } from '../../planned.js';

export const dynamicParams = false;

export function generateStaticParams() {
  return listPaths().map((path) => ({ path }));
}

const MAINS = { article: Article, list: List, ready: ({ page }) => <Ready html={page.html} /> };

export default async function Page({ params }) {
  const { page, shared } = findPage((await params).path);
  const Main = MAINS[page.template];
  return (
    <>
      <Head head={page.head} tags={shared.tags} />
      <Ready html={`${shared.top}${printSwitcher(page.switcher)}${shared.middle}`} />
      <Main page={page} words={shared.words} />
      <Ready html={shared.bottom} />
    </>
  );
}
