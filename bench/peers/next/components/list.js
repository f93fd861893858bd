// The main part of a page of the blog's list.

import { Breadcrumbs, Card, Categories } from './parts.js';

export function List({ page: { list, breadcrumbs }, words }) {
  const { title, text, hero, cards, categories, feed, pager } = list;
  return (
    <main className="page page--blog" id="main" tabIndex={-1}>
      <Breadcrumbs items={breadcrumbs} words={words} />
      <header className="opening">
        <div>
          <h1>{title}</h1>
          {text === null ? null : <p className="opening__subtitle">{text}</p>}
        </div>
      </header>
      {hero === null ? null : (
        <section aria-label={words.featured}>
          <Card card={hero} words={words} isHero isFirst />
        </section>
      )}
      <section className="section">
        <h2 className="visually-hidden">{words.articles}</h2>
        <Categories items={categories} words={words} />
        {cards.length === 0 && hero === null ? <p>{words.empty}</p> : null}
        {cards.length === 0 ? null : <Cards cards={cards} words={words} isFirstOnPage={hero === null} />}
        {pager === null ? null : <Pager pager={pager} words={words} />}
        {feed === null ? null : (
          <p className="feed-link">
            <a href={feed}>{words.feed}</a>
          </p>
        )}
      </section>
    </main>
  );
}

function Cards({ cards, words, isFirstOnPage }) {
  return (
    <ul className="card-grid">
      {cards.map((card, index) => (
        <li key={card.href}>
          <Card card={card} words={words} isFirst={isFirstOnPage && index === 0} />
        </li>
      ))}
    </ul>
  );
}

function Pager({ pager: { here, previous, next }, words }) {
  return (
    <nav className="pager" aria-label={words.pagination}>
      <span className="pager__side">
        {previous === null ? null : <Side rel="prev" href={previous} label={words.newer} />}
      </span>
      <span className="pager__here">{here}</span>
      <span className="pager__side pager__side--next">
        {next === null ? null : <Side rel="next" href={next} label={words.older} />}
      </span>
    </nav>
  );
}

function Side({ rel, href, label }) {
  return (
    <a className="button button--quiet" href={href} rel={rel}>
      {label}
    </a>
  );
}
