// The CloudFront Function, written for its JavaScript runtime 2.0: ES 5.1 with const, async and await.
// It answers redirects from the key-value store, adds missing slashes, and requests `index.html` from the bucket.

import { LOCALES } from '../../../config/locales.ts';
import { basePathOf } from '../../../config/site-address.ts';
import { type HostInput, REDIRECT_CACHE_CONTROL } from './host-map.ts';

/** The function must be associated with the key-value store and with viewer requests. */
export function renderFunction({ rules: { segments }, site }: HostInput): string {
  // Of all locales, whether the site has them or not.
  const prefixes = LOCALES.flatMap(({ prefix }) => (prefix === '' ? [] : [prefix]));
  const rules = segments.map(({ prefix, segment, to, status }) => ({ prefix, segment, to, status }));
  return `import cf from 'cloudfront';

const BASE = ${JSON.stringify(basePathOf(site.origin))};
const PREFIXES = ${JSON.stringify(prefixes)};
const SEGMENT_RULES = ${JSON.stringify(rules)};
const CACHE_CONTROL = ${JSON.stringify(REDIRECT_CACHE_CONTROL)};
${CONSTANT_CODE}`;
}

/**
 * Addresses are decoded only for comparison, never for the response. When a slash is added, leading slashes and backslashes are
 * reduced to one, or `//host` would lead to another site. Paths outside the bucket (`/api/`) get no slash.
 */
const CONSTANT_CODE = String.raw`
async function handler(event) {
  var request = event.request;
  var path = decodePath(request.uri);
  if (path !== null) {
    var found = await findExact(path);
    if (found === null) found = findSegment(path);
    if (found !== null) return answer(found.status, appendQuery(found.to, queryOf(request)));
  }
  var last = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (last === '') {
    request.uri += 'index.html';
  } else if (last.indexOf('.') === -1 && isPage(request)) {
    return answer(301, appendQuery('/' + request.uri.replace(/^[\/\\]+/, '') + '/', queryOf(request)));
  }
  return request;
}

function decodePath(uri) {
  try {
    return /%2f/i.test(uri) ? null : decodeURIComponent(uri);
  } catch (error) {
    return null;
  }
}

async function findExact(path) {
  var key = path === '/' ? path : path.replace(/\/$/, '');
  try {
    var value = await cf.kvs().get(key);
    return { status: Number(value.slice(0, 3)), to: value.slice(4) };
  } catch (error) {
    return null;
  }
}

function findSegment(uri) {
  if (uri.indexOf(BASE + '/') !== 0) return null;
  var path = uri.slice(BASE.length);
  var prefix = PREFIXES.filter(function (candidate) {
    return path === candidate || path.indexOf(candidate + '/') === 0;
  })[0] || '';
  var segments = path.slice(prefix.length).split('/').filter(function (segment) {
    return segment !== '';
  });
  var rule = SEGMENT_RULES.filter(function (candidate) {
    return candidate.prefix === prefix && segments.indexOf(candidate.segment, 1) !== -1;
  })[0];
  return rule || null;
}

function isPage(request) {
  var isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !/^\/(api|\.well-known)\//.test(request.uri);
}

function queryOf(request) {
  if (typeof request.rawQueryString === 'function') return request.rawQueryString() || '';
  var parts = [];
  Object.keys(request.querystring).forEach(function (name) {
    var field = request.querystring[name];
    (field.multiValue || [field]).forEach(function (one) {
      parts.push(one.value === '' ? name : name + '=' + one.value);
    });
  });
  return parts.join('&');
}

function appendQuery(to, query) {
  var start = to.indexOf('#');
  var base = start === -1 ? to : to.slice(0, start);
  var hash = start === -1 ? '' : to.slice(start);
  var mark = base.indexOf('?');
  var own = mark === -1 ? [] : base.slice(mark + 1).split('&').map(nameOf);
  var added = query.split('&').filter(function (pair) {
    return pair !== '' && own.indexOf(nameOf(pair)) === -1;
  });
  return base + (added.length === 0 ? '' : (mark === -1 ? '?' : '&') + added.join('&')) + hash;
}

function nameOf(pair) {
  var name = pair.split('=')[0].replace(/\+/g, ' ');
  try {
    return decodeURIComponent(name);
  } catch (error) {
    return name;
  }
}

function answer(status, to) {
  var names = { 301: 'Moved Permanently', 302: 'Found', 303: 'See Other', 307: 'Temporary Redirect', 308: 'Permanent Redirect', 410: 'Gone' };
  var response = { statusCode: status, statusDescription: names[status], headers: {} };
  if (status !== 410) {
    response.headers['location'] = { value: to };
    response.headers['cache-control'] = { value: CACHE_CONTROL };
  }
  return response;
}
`;
