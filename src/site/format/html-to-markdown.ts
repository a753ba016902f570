import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { toVisibleText } from '#manifest/text/visible-text.ts';

type Node = DefaultTreeAdapterMap['childNode'];
type Element = DefaultTreeAdapterMap['element'];

/**
 * Converts the main content of a page to Markdown: headings, paragraphs, lists, tables, code, and links. Controls and
 * decoration have no text. Text of publishers is escaped and has no hidden characters, so that it stays text.
 *
 * @param html a whole page
 * @param base the URL of the page; links become absolute
 * @throws Error if the page has no `main`
 */
export function toMarkdown(html: string, base: string): string {
  const main = find(parse(html), 'main');
  if (!main) throw new Error(`The page ${base} has no main element.`);
  return `${toVisibleText(formatBlocks(main, base).join('\n\n'))}\n`;
}

const SKIPPED = new Set(
  'nav form fieldset button input select textarea script style svg noscript template output search dialog'.split(' '),
);
const BLOCKS = new Set(
  'main div section article header footer aside figure figcaption details summary h1 h2 h3 h4 h5 h6 p ul ol dl dt dd pre table hr blockquote'.split(
    ' ',
  ),
);

function formatBlocks(parent: Element, base: string): string[] {
  const blocks: string[] = [];
  let run = '';
  const flush = () => {
    const text = tidy(run);
    if (text !== '') blocks.push(text);
    run = '';
  };
  for (const child of parent.childNodes) {
    if (isElement(child) && isSkipped(child)) continue;
    if (isElement(child) && hasBlocks(child)) {
      flush();
      blocks.push(...formatBlock(child, base));
    } else run += formatInline(child, base);
  }
  flush();
  return blocks;
}

function formatBlock(element: Element, base: string): string[] {
  const { tagName } = element;
  const level = /^h([1-6])$/.exec(tagName)?.[1];
  if (level !== undefined) {
    const text = tidy(formatChildren(element, base));
    return text === '' ? [] : [`${'#'.repeat(Number(level))} ${text}`];
  }
  if (tagName === 'pre') return [formatCode(textOf(element))];
  if (tagName === 'table') return [formatTable(element, base)];
  if (tagName === 'ul' || tagName === 'ol') return [formatList(element, base)];
  if (tagName === 'dt') return [`**${tidy(formatChildren(element, base))}**`];
  if (tagName === 'hr') return [];
  return formatBlocks(element, base);
}

function formatList(list: Element, base: string): string {
  const items = list.childNodes.filter(isElement).filter(item => !isSkipped(item));
  return items
    .map((item, at) => {
      const mark = list.tagName === 'ol' ? `${at + 1}. ` : '- ';
      const blocks = formatBlocks(item, base).map(block => block.replace(/^#+ (.*)/, '**$1**'));
      const isPlain = blocks.every(block => !/\n/.test(block));
      const text = isPlain ? blocks.join('. ').replace(/([.:!?]\)?)\. /g, '$1 ') : blocks.join('\n\n');
      return mark + text.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
    })
    .filter(item => /\S/.test(item.slice(2)))
    .join('\n');
}

function formatTable(table: Element, base: string): string {
  const rows = findAll(table, 'tr').map(row =>
    row.childNodes
      .filter(isElement)
      .map(cell => tidy(formatBlocks(cell, base).join(' ').replace(/\s+/g, ' ')).replace(/\|/g, '\\|')),
  );
  const [head = [], ...others] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const caption = find(table, 'caption');
  const title = caption ? `**${tidy(formatChildren(caption, base))}**\n\n` : '';
  return title + [line(head), line(head.map(() => '---')), ...others.map(line)].join('\n');
}

function formatInline(node: Node, base: string): string {
  if (node.nodeName === '#text') return escapeMarkup((node as DefaultTreeAdapterMap['textNode']).value);
  if (!isElement(node) || isSkipped(node)) return '';
  const { tagName } = node;
  if (tagName === 'br') return ' ';
  if (tagName === 'code') return formatCodeSpan(textOf(node));
  const text = formatChildren(node, base);
  if (tagName === 'a') return formatLink(text, node, base);
  if (/^(b|strong)$/.test(tagName) && /\S/.test(text)) return `**${text.trim()}**`;
  return / tag | pill /.test(` ${read(node, 'class') ?? ''} `) ? ` ${text} ` : text;
}

function formatLink(text: string, link: Element, base: string): string {
  const label = tidy(text);
  const href = read(link, 'href');
  if (label === '' || href === undefined || href.startsWith('#')) return text;
  return `[${label}](${new URL(href, base).href.replace(/[()]/g, encodeParenthesis)})`;
}

function encodeParenthesis(character: string): string {
  return character === '(' ? '%28' : '%29';
}

/** A fence that is longer than all in the text. */
function formatCode(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trim()}\n${fence}`;
}

function formatCodeSpan(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replace(/\s+/g, ' ').trim()}${fence}`;
}

function formatChildren(element: Element, base: string): string {
  return element.childNodes.map(child => formatInline(child, base)).join('');
}

/** Escapes the characters that are markup in Markdown. */
function escapeMarkup(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&').replace(/\s+/g, ' ');
}

/** One line without outer spaces, which does not start a heading, a list, or a quote. */
function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(#+|[-+]|\d+[.)])(?=\s)/, '\\$1');
}

function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterMap['textNode']).value;
  return isElement(node) ? node.childNodes.map(textOf).join('') : '';
}

function isElement(node: Node | DefaultTreeAdapterMap['parentNode']): node is Element {
  return 'tagName' in node;
}

/** Whether an element has no text of the page: controls, decoration, and what only scripts show. */
function isSkipped(element: Element): boolean {
  const isHidden = read(element, 'aria-hidden') === 'true' || read(element, 'hidden') !== undefined;
  return SKIPPED.has(element.tagName) || isHidden || /\bscripted\b/.test(read(element, 'class') ?? '');
}

function hasBlocks(element: Element): boolean {
  return BLOCKS.has(element.tagName) || element.childNodes.some(child => isElement(child) && hasBlocks(child));
}

function read(element: Element, name: string): string | undefined {
  return element.attrs.find(attribute => attribute.name === name)?.value;
}

function find(node: DefaultTreeAdapterMap['parentNode'], tagName: string): Element | undefined {
  return findAll(node, tagName)[0];
}

function findAll(node: DefaultTreeAdapterMap['parentNode'], tagName: string): Element[] {
  return node.childNodes.flatMap(child =>
    isElement(child) ? [...(child.tagName === tagName ? [child] : []), ...findAll(child, tagName)] : [],
  );
}
