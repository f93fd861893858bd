// What articles and lists have in common.

export function Breadcrumbs({ items, words }) {
  if (items.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={words.breadcrumbs}>
      <ol className="breadcrumbs__list">
        {items.map(({ name, href }, index) => (
          <li key={href}>
            {index === items.length - 1 ? <span aria-current="page">{name}</span> : <a href={href}>{name}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function Categories({ items, words }) {
  if (items.length === 0) return null;
  return (
    <ul className="categories" aria-label={words.categories}>
      {items.map((title) => (
        <li className="categories__item" key={title}>
          {title}
        </li>
      ))}
    </ul>
  );
}

/** Inside `<picture>`, or React would put a preload into the head. */
export function Picture({ image, isFirst = false }) {
  const { src, alt, width, height } = image;
  const box = { width: width ?? undefined, height: height ?? undefined };
  const className = width === null ? 'image image--unsized' : 'image';
  // biome-ignore lint/performance/noImgElement: a static export resizes nothing
  if (!isFirst) return <img className={className} src={src} alt={alt} {...box} loading="lazy" decoding="async" />;
  return (
    <picture className="picture">
      <img className={className} src={src} alt={alt} {...box} fetchPriority="high" />
    </picture>
  );
}

export function Card({ card, words, isHero = false, isFirst = false }) {
  const { title, href, text, date, image, categories } = card;
  const Title = isHero ? 'h2' : 'h3';
  return (
    <article className={isHero ? 'card card--hero' : 'card'}>
      <div className="card__media">{image === null ? null : <Picture image={image} isFirst={isFirst} />}</div>
      <div className="card__body">
        <Categories items={categories} words={words} />
        <Title className="card__title">
          <a className="card__link" href={href}>
            {title}
          </a>
        </Title>
        {text === null ? null : <p className="card__text">{text}</p>}
        {date === null ? null : (
          <time className="card__date" dateTime={date.moment}>
            {date.text}
          </time>
        )}
      </div>
    </article>
  );
}
