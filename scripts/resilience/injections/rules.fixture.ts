import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { markdownToHtml } from 'satteri';
import { parseStrictXml, type XmlElement } from '#listing/feeds/strict-xml.fixture.ts';

/** Returns the successful injections in an output with untrusted text. */
export type Rule = (output: string) => string[];

/** The rules by reader of the output. */
export const RULES = { json, lines, html, markdown, github, commit, xml, plain, terminal } satisfies Record<
  string,
  Rule
>;

export type Format = keyof typeof RULES;

/** Returns the format of a response by its media type, or undefined if there is no rule for it. */
export function formatOf(contentType: string): Format | undefined {
  const [type = ''] = contentType.split(';');
  if (type === 'application/x-ndjson') return 'lines';
  if (/[/+]json$/.test(type)) return 'json';
  // Browsers render SVG, so it is parsed like HTML.
  if (type === 'image/svg+xml') return 'html';
  if (/[/+]xml$/.test(type)) return 'xml';
  return ({ 'text/html': 'html', 'text/markdown': 'markdown', 'text/plain': 'markdown' } as const)[type];
}

/** Characters that are invisible or change the display of others, except joiners that some scripts need. */
const HIDDEN = /[^\n\t\P{Cc}]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]|\p{Cs}/u;

function json(output: string): string[] {
  try {
    JSON.parse(output);
    return [];
  } catch (error) {
    return [`no JSON: ${error}`];
  }
}

function lines(output: string): string[] {
  const all = output.split('\n').filter(line => line !== '');
  return [...all.flatMap(json), ...all.filter(line => line.startsWith('{"zqx')).map(line => `a forged line: ${line}`)];
}

function html(output: string): string[] {
  const faults: string[] = [];
  visit(parse(output), faults);
  return faults;
}

function visit(node: DefaultTreeAdapterTypes.Node, faults: string[]): void {
  if ('attrs' in node) {
    if (node.tagName.startsWith('zqx')) faults.push(`an element: <${node.tagName}>`);
    for (const { name, value } of node.attrs) {
      if (/^(zqx|on(error|mouseover)$)/.test(name)) faults.push(`an attribute: ${name}`);
      if (/^(href|src|srcset|action|formaction|data|poster)$/.test(name) && isHostile(value))
        faults.push(`a link: ${name}="${value}"`);
    }
    if (/^h[1-6]$/.test(node.tagName) && /^\s*zqx-line/.test(textOf(node))) faults.push(`a heading: ${textOf(node)}`);
  }
  if ('content' in node) visit(node.content, faults);
  if ('childNodes' in node) for (const child of node.childNodes) visit(child, faults);
}

/** The URLs of listing pages, which publishers cannot choose. */
function isHostile(url: string): boolean {
  return /^\s*(javascript|vbscript|data|zqx):/i.test(url) || /^\/zqx-link/.test(url);
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** Renders Markdown with raw HTML, as some readers do. */
function markdown(output: string): string[] {
  const shown = markdownToHtml(output).html;
  return [...html(shown), ...plain(output)];
}

/** GitHub finds mentions, references, and links in the rendered text. */
function github(output: string): string[] {
  const visible = output.replace(/<!--[\s\S]*?-->/g, '');
  const hidden = output.match(/<!--[\s\S]*?-->/g)?.join('') ?? '';
  const text = textOf(parse(markdownToHtml(visible).html));
  return [
    ...markdown(visible),
    ...activeIn(text).map(each => `GitHub acts on ${each}`),
    ...mentionsIn(hidden).map(each => `a hidden comment holds ${each}`),
  ];
}

/** HTML comments are hidden on the page, but emails from GitHub contain them. */
function mentionsIn(hidden: string): string[] {
  return activeIn(hidden).filter(each => /^[@#:]/.test(each));
}

function commit(output: string): string[] {
  return [...plain(output), ...activeIn(output).map(each => `GitHub acts on ${each}`)];
}

/** Finds mentions, references, links, and directives in an untrusted text. */
function activeIn(text: string): string[] {
  const found = text.matchAll(
    /@zqx[\w-]*|#12\b|\bGH-12\b|:\/\/github|\bwww\.evil|zqx@evil|@a1b2c3d4e5|\ba1b2c3d4e5\b|\[(skip|no) ci\]|\*\*\*NO_CI/gi,
  );
  return Array.from(found, ([each]) => each);
}

function xml(output: string): string[] {
  try {
    const body = output.replace(/^<\?xml[^>]*\?>\s*/, '');
    return foreignIn(parseStrictXml(`<?xml version="1.0" encoding="utf-8"?>\n${body}`));
  } catch (error) {
    return [`no XML: ${error}`];
  }
}

function foreignIn({ name, attributes, children }: XmlElement): string[] {
  const names = [name, ...Object.keys(attributes)].filter(each => each.startsWith('zqx'));
  const links = Object.values(attributes).filter(isHostile);
  return [...names, ...links].map(each => `an injection: ${each}`).concat(children.flatMap(foreignIn));
}

/** For readers that interpret the start of a line, such as agents. */
function plain(output: string): string[] {
  return [
    ...output.split('\n').flatMap(line => {
      const [hidden] = HIDDEN.exec(line) ?? [];
      return hidden === undefined
        ? []
        : [`a hidden character ${JSON.stringify(hidden)} in ${JSON.stringify(line.slice(0, 120))}`];
    }),
    ...output
      .split('\n')
      .filter(line => /^\s*(zqx-line|::|##\[)/.test(line))
      .map(line => `a forged line: ${line}`),
  ];
}

/** Terminals interpret control characters, and people read lines. */
function terminal(output: string): string[] {
  return plain(output);
}
