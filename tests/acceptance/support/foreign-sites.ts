// Sites in the shape that other generators give, without faults: WordPress, Nuxt, Next and Hugo.

import { gzipSync } from 'node:zlib';
import type { Host, HostAnswer } from '../../service/site-server.ts';

const send = (body: string | Buffer, type = 'text/html; charset=UTF-8', headers = {}): HostAnswer => ({
  status: 200,
  headers: { 'content-type': type, ...headers },
  body,
});
const leadTo = (location: string): HostAnswer => ({ status: 301, headers: { location }, body: '' });
const picture = send('picture', 'image/jpeg');
const words = (topic: string) => `${topic} tells a story of its own. `.repeat(20);

/** A host of these addresses; `missing` is its page for all others. */
function hostOf(answers: Readonly<Record<string, HostAnswer>>, missing: string): Host {
  return (path, search) => answers[`${path}${search}`] ?? { ...send(missing), status: 404 };
}

const sitemap = (urls: readonly string[], more = '') =>
  send(
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls
      .map(
        (url) =>
          `<url><loc><![CDATA[${url}]]></loc><image:image><image:loc>${url}photo.jpg</image:loc></image:image>${more}</url>`,
      )
      .join('')}</urlset>`,
    'text/xml; charset=UTF-8',
  );

/** Two blocks of JSON-LD, lazy pictures, feeds, comment links, and a zipped sitemap behind an index. */
export function wordPress(origin: () => string): Host {
  const url = (path: string) => `${origin()}${path}`;
  const head = (path: string, title: string) => `<!DOCTYPE html>
<html lang="en-US" prefix="og: https://ogp.me/ns#"><head><meta charset="UTF-8" />
<meta name='robots' content='index, follow, max-image-preview:large, max-snippet:-1' />
<link rel='dns-prefetch' href='//fonts.example.org' /><link rel="profile" href="https://gmpg.org/xfn/11"><link rel="pingback" href="${url('/xmlrpc.php')}" />
<title>${title} &#8211; Example Weblog</title>
<meta name="description" content="${title}, and what we wrote about it on this weblog." />
<link rel="canonical" href="${url(path)}" />
<meta property="og:locale" content="en_US" /><meta property="og:type" content="article" /><meta property="og:title" content="${title}" /><meta property="og:url" content="${url(path)}" />
<meta property="og:image" content="${url('/wp-content/uploads/2024/05/a-1024x683.jpg')}" />
<script type="application/ld+json" class="yoast-schema-graph">${JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebPage',
        '@id': url(path),
        url: url(path),
        name: title,
        isPartOf: { '@id': url('/#website') },
        primaryImageOfPage: { '@id': url(`${path}#primaryimage`) },
        datePublished: '2024-05-01T10:00:00+00:00',
        breadcrumb: { '@id': url(`${path}#breadcrumb`) },
      },
      {
        '@type': 'ImageObject',
        '@id': url(`${path}#primaryimage`),
        url: url('/wp-content/uploads/2024/05/a-1024x683.jpg'),
      },
      {
        '@type': 'BreadcrumbList',
        '@id': url(`${path}#breadcrumb`),
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: url('/') },
          { '@type': 'ListItem', position: 2, name: title },
        ],
      },
      {
        '@type': 'WebSite',
        '@id': url('/#website'),
        url: url('/'),
        name: 'Example Weblog',
        potentialAction: [
          { '@type': 'SearchAction', target: { '@type': 'EntryPoint', urlTemplate: url('/?s={search_term_string}') } },
        ],
      },
    ],
  })}</script>
<script type="application/ld+json">{"@context":"http://schema.org/","@type":["Organization","Brand"],"@id":"${url('/#organization')}","name":"Weblog","url":"${url('/')}","mainEntityOfPage":{"@type":"WebPage","@id":"${url(path)}"}}</script>
<link rel="alternate" type="application/rss+xml" title="Feed" href="${url('/feed/')}" />
<link rel='stylesheet' id='style-css' href='${url('/wp-content/themes/t/style.css?ver=6.5')}' media='all' />
<link rel="https://api.w.org/" href="${url('/wp-json/')}" /><link rel='shortlink' href='${url('/?p=7')}' />
<script>window._wpemojiSettings = {"source":{"concatemoji":"<a href='/nowhere/'>"}};</script></head>`;
  const body = (title: string, main: string) => `<body class="post"><a class="skip-link" href="#content">Skip</a>
<header id="masthead"><a href="${url('/')}" rel="home">Weblog</a> <nav><a href="${url('/hello-world/')}">Hello</a> <a href="#" onclick="return false">Top</a> <a href="javascript:void(0)">Menu</a></nav></header>
<main id="content"><h1 class="entry-title">${title}</h1>${main}</main><footer><a href="${url('/feed/')}">RSS</a><img height="1" width="1" style="display:none" src="https://pixel.example.org/tr?id=1"></footer></body></html>`;
  const lazy = `<img class="lazyload" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-src="${url('/wp-content/uploads/2024/05/a.jpg')}" alt="A"><noscript><img src='${url('/wp-content/uploads/2024/05/a.jpg')}' alt='A' width='10' height='10' srcset='${url('/wp-content/uploads/2024/05/a.jpg')} 300w,${url('/wp-content/uploads/2024/05/a-1024x683.jpg')} 1024w'></noscript>`;
  const comments = `<ol><li id="comment-5"><a rel='nofollow' href='${url('/hello-world/?replytocom=5#respond')}'>Reply</a></li></ol><div id="respond"></div>`;
  return (path, search) => {
    const hello = send(
      head('/hello-world/', 'Hello world of words') + body('Hello world', `${words('Hello')}${lazy}${comments}`),
      undefined,
      { link: `<${url('/wp-json/')}>; rel="https://api.w.org/", <${url('/?p=7')}>; rel=shortlink` },
    );
    return hostOf(
      {
        '/': send(head('/', 'A weblog about examples') + body('Weblog', words('Home'))),
        '/hello-world/': hello,
        '/hello-world/?replytocom=5': hello,
        '/?p=7': leadTo(url('/hello-world/')),
        '/feed/': send('<rss/>', 'application/rss+xml; charset=UTF-8'),
        '/wp-content/themes/t/style.css?ver=6.5': send(
          '@import url("print.css");@font-face{src:url(data:font/woff2;base64,AA)}',
          'text/css',
        ),
        '/wp-content/themes/t/print.css': send('a{}', 'text/css'),
        '/wp-content/uploads/2024/05/a.jpg': picture,
        '/wp-content/uploads/2024/05/a-1024x683.jpg': picture,
        '/robots.txt': send(
          `# START YOAST BLOCK\nUser-agent: *\nDisallow:\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: ${url('/sitemap_index.xml')}\n`,
          'text/plain',
        ),
        '/sitemap_index.xml': send(
          `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="//x/main-sitemap.xsl"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${url('/post-sitemap.xml.gz')}</loc></sitemap></sitemapindex>`,
          'text/xml',
        ),
        '/post-sitemap.xml.gz': send(gzipSync(sitemap([url('/'), url('/hello-world/')]).body), 'application/x-gzip'),
      },
      '<title>Page not found</title>',
    )(path, search);
  };
}

/** Relative links and `<base>`, data-n-head, languages with x-default, addresses without a slash at the end. */
export function nuxt(origin: () => string): Host {
  const url = (path: string) => `${origin()}${path}`;
  const page = (path: string, lang: string, title: string) => {
    const [en, de] = ['', '/de'].map((prefix) => url(`${prefix}/about`));
    const isHome = path === '/';
    const languages = isHome
      ? ''
      : `<link data-n-head="ssr" rel="alternate" hreflang="en" href="${en}"><link data-n-head="ssr" rel="alternate" hreflang="de-DE" href="${de}"><link data-n-head="ssr" rel="alternate" hreflang="x-default" href="${en}">`;
    return send(`<!doctype html>
<html data-n-head-ssr lang="${lang}" data-n-head="%7B%22lang%22:%7B%22ssr%22:%22${lang}%22%7D%7D"><head><title>${title}</title><meta data-n-head="ssr" charset="utf-8"><base href="/">
<meta data-n-head="ssr" data-hid="description" name="description" content="${title}, made with components and a router."><meta data-n-head="ssr" property="og:title" content="${title}"><meta property="og:type" content="website"><meta property="og:url" content="${url(path)}"><meta property="og:image" content="${url('/share.jpg')}">
<link data-n-head="ssr" data-hid="i18n-can" rel="canonical" href="${url(path)}">${languages}<link rel="preload" href="/_nuxt/runtime.js" as="script"><link rel="modulepreload" as="script" crossorigin href="/_nuxt/entry.mjs">
<script data-n-head="ssr" type="application/ld+json">[{"@context":"https://schema.org","@type":"Organization","name":"App","url":"${url('/')}"},{"@context":{"@vocab":"https://schema.org/"},"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":"1","item":{"@id":"${url('/')}","name":"Home"}},{"@type":"ListItem","position":"2","item":{"@id":"${url(path)}","name":"About"}}]}]</script></head>
<body><div id="__nuxt"><div id="__layout"><nav><a href="about" class="nuxt-link-active">About</a> <a href="./de/about">Über</a> <a href="#/settings">Settings</a> <a href="">Here</a></nav><main><h1>${title}</h1><p>${words(title)}</p><img loading="lazy" src="share.jpg?w=1&amp;h=2" alt="" width="1" height="2"></main></div></div><script>window.__NUXT__={"a":"<h1>"}</script><script src="/_nuxt/runtime.js" defer></script></body></html>`);
  };
  return (path, search) =>
    hostOf(
      {
        '/': page('/', 'en', 'An app of many pages'),
        '/about': page('/about', 'en', 'About the application'),
        '/de/about': page('/de/about', 'de', 'Über die Anwendung'),
        '/about/': leadTo('/about'),
        '/_nuxt/runtime.js': send('1', 'application/javascript; charset=UTF-8'),
        '/_nuxt/entry.mjs': send('1', 'text/javascript'),
        '/share.jpg': picture,
        '/share.jpg?w=1&h=2': picture,
      },
      '<title>404</title>',
    )(path, search);
}

/** Pictures of an optimizer, preloads with a srcset, streamed data, a robots header. */
export function next(origin: () => string): Host {
  const url = (path: string) => `${origin()}${path}`;
  const optimized = (width: number) => `/_next/image?url=%2Fphoto.jpg&amp;w=${width}&amp;q=75`;
  const page = (path: string, title: string, headers = {}) =>
    send(
      `<!DOCTYPE html><html lang="en" class="font_abc"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><link rel="preload" as="image" imageSrcSet="${optimized(640)} 640w, ${optimized(1080)} 1080w" imageSizes="100vw"/><link rel="stylesheet" href="/_next/static/css/app.css" data-precedence="next"/><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/webpack.js"/><script src="/_next/static/chunks/webpack.js" async=""></script>
<title>${title}</title><meta name="description" content="${title}, streamed from the server to you."/><meta name="robots" content="index, follow"/><link rel="canonical" href="${url(path)}"/><meta property="og:title" content="${title}"/><meta property="og:url" content="${url(path)}"/><meta property="og:image" content="${url('/opengraph-image?abc')}"/><meta property="og:type" content="website"/><link rel="icon" href="/favicon.ico" type="image/x-icon" sizes="16x16"/>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Thing","image":"${url('/photo.jpg')}","offers":{"@type":"Offer","price":"10.00","priceCurrency":"EUR"}}</script></head>
<body><div hidden=""><!--$--><!--/$--></div><nav><a href="/">Home</a><a href="/products">Products</a><a href="/products?sort=price">By price</a></nav><main><h1>${title}</h1><p>${words(title)}</p><img alt="Photo" loading="lazy" decoding="async" data-nimg="fill" style="position:absolute;height:100%;width:100%;left:0;color:transparent" sizes="100vw" srcSet="${optimized(640)} 640w, ${optimized(1080)} 1080w" src="${optimized(1080)}"/></main><script>self.__next_f.push([1,"<title>No</title>"])</script><template id="B:0"></template></body></html>`,
      'text/html; charset=utf-8',
      headers,
    );
  const optimizedPicture = send('picture', 'image/webp');
  return (path, search) =>
    hostOf(
      {
        '/': page('/', 'A shop of things'),
        '/products': page('/products', 'All the things we sell', {
          'x-robots-tag': 'max-image-preview:large, otherbot: noindex',
        }),
        '/products?sort=price': page('/products', 'All the things we sell'),
        '/products/': leadTo('/products'),
        '/_next/static/css/app.css': send('a{background:url(../media/a.jpg)}', 'text/css; charset=UTF-8'),
        '/_next/static/media/a.jpg': picture,
        '/_next/static/chunks/webpack.js': send('1', 'application/javascript; charset=UTF-8'),
        '/_next/image?url=%2Fphoto.jpg&w=640&q=75': optimizedPicture,
        '/_next/image?url=%2Fphoto.jpg&w=1080&q=75': optimizedPicture,
        '/opengraph-image?abc': picture,
        '/photo.jpg': picture,
        '/favicon.ico': send('icon', 'image/x-icon'),
        '/robots.txt': send(
          `User-Agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${url('/sitemap.xml')}`,
          'text/plain',
        ),
        '/sitemap.xml': sitemap([url('/'), url('/products')]),
      },
      '<title>404: This page could not be found.</title>',
    )(path, search);
}

/** Old pages in ISO-8859-1, a byte order mark, unquoted attributes, an alias page, numbered pages of a list. */
export function hugo(origin: () => string): Host {
  const url = (path: string) => `${origin()}${path}`;
  const page = (path: string, title: string, more = '') =>
    `<!doctype html><html lang=es-419><head><meta http-equiv=content-type content="text/html; charset=ISO-8859-1"><title>${title} — notas</title><meta name=description content="Página sobre ${title}, escrita con cuidado y señas."><link rel=canonical href=${url(path)}><link rel=alternate type=application/rss+xml href=${url('/index.xml')} title=Notas><meta property=og:title content="${title}"><meta property=og:type content=article><meta property=og:url content=${url(path)}><meta property=og:image content=${url('/foto.jpg')}><script type=application/ld+json>{"@context":"https://schema.org","@type":"Person","name":"Íñigo"}</script></head><body><a name=inicio></a><ul><li><a href=/>Inicio<li><a href=/notas/mañana/>Mañana</a><li><a href=/notas/page/2/#inicio>Más</a></ul><main><h1>${title}</h1><p>${words(title)}<p><img src=/foto.jpg width=10 height=10 alt=""><svg width=1 height=1><title>Ícono</title></svg>${more}</main></body></html>`;
  const latin = (html: string) => Buffer.from(html.replaceAll('—', '-'), 'latin1');
  const alias = `<!DOCTYPE html><html lang="es"><head><title>${url('/')}</title><link rel="canonical" href="${url('/')}"><meta name="robots" content="noindex"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${url('/')}"></head></html>`;
  return (path, search) =>
    hostOf(
      {
        '/': send(
          Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(page('/', 'El año'), 'utf8')]),
          'text/html',
        ),
        '/notas/ma%C3%B1ana/': send(
          latin(
            page(
              '/notas/ma%C3%B1ana/',
              'Mañana será otro día',
              '<a href=../page/2/>2</a><a href=//cdn.example.org/x>x</a>',
            ),
          ),
          'text/html; charset=iso-8859-1',
        ),
        '/notas/page/2/': send(latin(page('/notas/page/2/', 'Más notas del año', '<a href=/>1</a>')), 'text/html'),
        '/notas/page/1/': send(alias),
        '/index.xml': send('<rss/>', 'application/xml'),
        '/foto.jpg': picture,
        '/sitemap.xml': sitemap([url('/'), url('/notas/ma%C3%B1ana/'), url('/notas/page/2/')]),
      },
      '404',
    )(path, search);
}
