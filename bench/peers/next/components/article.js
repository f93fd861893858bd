// The main part of an article.

import { Breadcrumbs, Card, Categories, Picture } from './parts.js';

export function Article({ page: { article, breadcrumbs, html }, words }) {
  const { image, related } = article;
  return (
    <main className="page page--article" id="main" tabIndex={-1}>
      <Breadcrumbs items={breadcrumbs} words={words} />
      <article className="article">
        <Opening article={article} words={words} />
        {image === null ? null : (
          <div className="article__image">
            <Picture image={image} isFirst />
          </div>
        )}
        <div className="blocks">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the bench's own, sanitised */}
          <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
        </div>
      </article>
      {related.length === 0 ? null : (
        <section className="section">
          <h2>{words.related}</h2>
          <ul className="card-grid">
            {related.map((card) => (
              <li key={card.href}>
                <Card card={card} words={words} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

function Opening({ article: { title, text, author, date, reading, categories }, words }) {
  return (
    <header className="article__opening">
      <Categories items={categories} words={words} />
      <h1>{title}</h1>
      {text === null ? null : <p className="opening__subtitle">{text}</p>}
      <p className="article__facts">
        {author === null ? null : <span>{author}</span>}
        {date === null ? null : <time dateTime={date.moment}>{date.text}</time>}
        {reading === null ? null : <span>{reading}</span>}
      </p>
    </header>
  );
}
