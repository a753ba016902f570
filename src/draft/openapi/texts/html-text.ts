import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type ParsedNode = DefaultTreeAdapterTypes.ChildNode;

/**
 * Converts HTML to plain text. Removes tags, decodes entities, and converts blocks and breaks to line breaks and list items
 * to dashes. Keeps text that only looks like a tag, such as `<id>`.
 */
export function removeHtml(text: string): string {
  if (!/<[a-z!/]|&[a-z#]/i.test(text)) return text;
  const parts: string[] = [];
  const open: (ParsedNode | string)[] = [...parseFragment(text, { sourceCodeLocationInfo: true }).childNodes].reverse();
  // Not recursive, because untrusted text can be nested deeply.
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') parts.push(node);
    else if (node.nodeName === '#text' && 'value' in node) parts.push(node.value);
    else if ('childNodes' in node) open.push(...expand(node, text).reverse());
  }
  return parts.join('');
}

function expand(node: DefaultTreeAdapterTypes.Element, text: string): (ParsedNode | string)[] {
  const name = node.nodeName;
  const inner = [...node.childNodes];
  if (name === 'script' || name === 'style') return [];
  if (name === 'br' || name === 'hr') return ['\n', ...inner];
  if (name === 'li') return ['\n- ', ...inner];
  if (name === 'td' || name === 'th') return [' ', ...inner, ' '];
  if (BLOCKS.has(name)) return ['\n', ...inner, '\n'];
  if (ELEMENTS.has(name)) return inner;
  const { startTag, endTag } = node.sourceCodeLocation ?? {};
  const getSource = (location: { startOffset: number; endOffset: number } | null | undefined) =>
    location ? text.slice(location.startOffset, location.endOffset) : '';
  return [getSource(startTag ?? node.sourceCodeLocation), ...inner, getSource(endTag)];
}

const BLOCKS = new Set(
  'address article aside blockquote details div dl dt dd figure footer form h1 h2 h3 h4 h5 h6 header main nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);

/** HTML elements that are replaced with their content. All other names are not HTML. */
const ELEMENTS = new Set(
  'a abbr acronym b bdi bdo big button caption center cite code col colgroup data del dfn em figcaption font i iframe img input ins kbd label link mark meta noscript object picture q s samp select small source span strike strong sub sup svg template textarea time tt u var video wbr'.split(
    ' ',
  ),
);
