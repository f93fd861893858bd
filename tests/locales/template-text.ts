// Finds what templates and browser scripts must not contain: words of a language, and dates or numbers that are not formatted by
// the formatter. Searches the syntax tree, so comments and class names do not count.

import { parseSync } from 'oxc-parser';

type Node = Readonly<Record<string, unknown>>;

/** Attributes that people read or hear. */
const SPOKEN_ATTRIBUTES = new Set([
  ...['alt', 'title', 'placeholder', 'label', 'summary', 'aria-label', 'aria-description', 'aria-roledescription'],
  ...['aria-placeholder', 'aria-valuetext'],
]);
/** Properties of elements whose value people read. */
const SPOKEN_PROPERTIES = new Set([
  ...['textContent', 'innerText', 'innerHTML', 'title', 'alt', 'placeholder', 'ariaLabel', 'ariaDescription'],
]);
/** Methods whose result depends on the machine's language or time zone, or is a number in no language. */
const LOCAL_METHODS = new Set([
  ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'toDateString', 'toTimeString', 'toUTCString'],
  ...['toFixed', 'toPrecision', 'toExponential', 'getFullYear', 'getMonth', 'getDate', 'getDay', 'getHours'],
  ...['getMinutes', 'getUTCFullYear', 'getUTCMonth', 'getUTCDate', 'getUTCDay', 'getUTCHours', 'getUTCMinutes'],
]);
const HAS_LETTER = /\p{L}/u;

/** Words of a language in the code of a file, as they are written. */
export function findTexts(file: string, source: string): readonly string[] {
  return nodesOf(file, source).flatMap((node) => {
    if (node.type === 'JSXText') return textsIn(String(node.value));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') return listOf(node.children).flatMap(findSaid);
    if (node.type === 'JSXAttribute') return SPOKEN_ATTRIBUTES.has(nameOf(node.name)) ? findSaid(node.value) : [];
    if (node.type === 'AssignmentExpression') return isSpokenProperty(node.left) ? findSaid(node.right) : [];
    if (node.type === 'CallExpression') return findInCall(node);
    return [];
  });
}

/** Dates and numbers that are formatted by anything but a formatter of `Intl` that knows language and time zone. */
export function findLocalFormats(file: string, source: string): readonly string[] {
  return nodesOf(file, source).flatMap((node) => {
    if (node.type === 'MemberExpression' && LOCAL_METHODS.has(nameOf(node.property))) return [nameOf(node.property)];
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return [];
    const callee = isNode(node.callee) ? node.callee : {};
    if (nameOf(callee.object) !== 'Intl') return [];
    return findFormatterFaults(nameOf(callee.property), listOf(node.arguments));
  });
}

function findFormatterFaults(name: string, args: readonly unknown[]): readonly string[] {
  const [language, options] = args;
  const properties = isNode(options) ? listOf(options.properties).filter(isNode) : [];
  const hasZone = properties.some(({ key }) => nameOf(key) === 'timeZone');
  return [
    ...(isNode(language) && language.type === 'Identifier' ? [] : [`Intl.${name} without a language`]),
    ...(name === 'DateTimeFormat' && !hasZone ? ['Intl.DateTimeFormat without a time zone'] : []),
  ];
}

/** `element.setAttribute('aria-label', 'Menu')`, `createElement('p', { title: 'Menu' }, 'Text')`. */
function findInCall({ callee, arguments: args }: Node): readonly string[] {
  const name = nameOf(isNode(callee) && callee.type === 'MemberExpression' ? callee.property : callee);
  const [first, second, ...others] = listOf(args);
  if (name === 'setAttribute') {
    return isNode(first) && SPOKEN_ATTRIBUTES.has(String(first.value)) ? findSaid(second) : [];
  }
  return name === 'createElement' ? others.flatMap(findSaid) : [];
}

/** The texts that an expression may come to: literals, templates, and the branches of conditions. */
function findSaid(value: unknown): readonly string[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'JSXExpressionContainer':
      return findSaid(value.expression);
    case 'Literal':
      return typeof value.value === 'string' ? textsIn(value.value) : [];
    case 'TemplateLiteral':
      return listOf(value.quasis).flatMap((quasi) =>
        isNode(quasi) && isNode(quasi.value) ? textsIn(String(quasi.value.cooked)) : [],
      );
    case 'ConditionalExpression':
      return [...findSaid(value.consequent), ...findSaid(value.alternate)];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [...findSaid(value.left), ...findSaid(value.right)];
    case 'ParenthesizedExpression':
      return findSaid(value.expression);
    default:
      return [];
  }
}

const textsIn = (text: string): readonly string[] => (HAS_LETTER.test(text) ? [text.trim()] : []);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const nameOf = (node: unknown) => (isNode(node) ? String(node.name ?? node.value ?? '') : '');
const isSpokenProperty = (node: unknown) =>
  isNode(node) && node.type === 'MemberExpression' && SPOKEN_PROPERTIES.has(nameOf(node.property));

/** Every node of a file's syntax tree. */
function nodesOf(file: string, source: string): readonly Node[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isNode(value)) return;
    if (typeof value.type === 'string') found.push(value);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(program);
  return found;
}
