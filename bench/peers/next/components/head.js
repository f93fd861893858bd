// Head elements. Next adds charset and viewport itself.

const PROP_BY_ATTRIBUTE = { 'http-equiv': 'httpEquiv', crossorigin: 'crossOrigin', hreflang: 'hrefLang' };

const isOwnOfNext = ({ attributes }) => attributes.charset !== undefined || attributes.name === 'viewport';

export function Head({ head, tags }) {
  const { image } = head;
  return (
    <>
      {tags
        .filter((tag) => !isOwnOfNext(tag))
        .map((tag) => (
          <SharedTag key={JSON.stringify(tag.attributes)} tag={tag} />
        ))}
      <title>{head.title}</title>
      <Meta name="description" content={head.description} />
      <Meta name="robots" content={head.robots} />
      <Link rel="canonical" href={head.canonical} />
      {head.alternates.map(({ language, href }) => (
        <link key={language} rel="alternate" hrefLang={language} href={href} />
      ))}
      <Link rel="prev" href={head.previous} />
      <Link rel="next" href={head.next} />
      <Meta property="og:title" content={head.title} />
      <Meta property="og:type" content={head.type} />
      <Meta property="og:url" content={head.canonical} />
      <Meta property="og:description" content={head.description} />
      {head.locales.map((locale) => (
        <Meta key={locale} property="og:locale:alternate" content={locale} />
      ))}
      <Meta property="og:image" content={image.url} />
      <Meta property="og:image:width" content={image.width} />
      <Meta property="og:image:height" content={image.height} />
      <Meta property="og:image:alt" content={image.alt} />
      <Meta property="article:published_time" content={head.published} />
      <Meta property="article:modified_time" content={head.modified} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: head.graph }} />
    </>
  );
}

function SharedTag({ tag: { tag: Tag, attributes } }) {
  const props = Object.entries(attributes).map(([name, value]) => [PROP_BY_ATTRIBUTE[name] ?? name, value]);
  return <Tag {...Object.fromEntries(props)} />;
}

const Meta = ({ content, ...name }) =>
  content === null || content === '' ? null : <meta {...name} content={content} />;
const Link = ({ rel, href }) => (href === null ? null : <link rel={rel} href={href} />);
