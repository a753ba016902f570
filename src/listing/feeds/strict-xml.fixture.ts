/** An element of a parsed XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/**
 * Parses only the XML that a feed needs: a declaration, elements, quoted attributes, text, and decimal character
 * references. It throws for anything else, so a document that it accepts is well-formed for any parser.
 */
export function parseStrictXml(document: string): XmlElement {
  const [declaration = ''] = /^<\?xml version="1\.0" encoding="utf-8"\?>\n/.exec(document) ?? [];
  if (declaration === '') throw new Error('No XML declaration.');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let at = declaration.length;
  while (at < document.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(document);
    const parent = open.at(-1);
    if (token === null || parent === undefined)
      throw new Error(`Not well-formed at ${at}: ${document.slice(at, at + 40)}`);
    const [all, start, attributes = '', empty, end, text] = token;
    at += all.length;
    if (text !== undefined) parent.text += decoded(text);
    if (end !== undefined && open.pop()?.name !== end) throw new Error(`</${end}> closes nothing.`);
    if (start === undefined) continue;
    const element = { name: start, attributes: attributesIn(attributes), children: [], text: '' };
    parent.children.push(element);
    if (empty !== '/') open.push(element);
  }
  const [document_element, ...others] = root.children;
  if (document_element === undefined || others.length > 0 || open.length !== 1 || root.text.trim() !== '') {
    throw new Error('Not one element that is closed.');
  }
  return document_element;
}

const CHARACTERS = String.raw`(?:[\t\n\r\u{20}\u{21}\u{23}-\u{25}\u{27}-\u{3B}\u{3D}\u{3F}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]|&#\d+;)`;
const ATTRIBUTE = String.raw`\s([a-z:]+)="(${CHARACTERS}*)"`;
const TOKEN = new RegExp(
  String.raw`<([a-z]+)((?:${ATTRIBUTE.replaceAll(/\((?!\?)/g, '(?:')})*)(\/?)>|<\/([a-z]+)>|(${CHARACTERS}+)`,
  'uy',
);

function attributesIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(new RegExp(ATTRIBUTE, 'gu'))].map(([, name = '', value = '']) => [
    name,
    decoded(value),
  ]);
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error(`An attribute twice: ${text}`);
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => {
    const character = String.fromCodePoint(Number(code));
    if (!/^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]$/u.test(character))
      throw new Error(`&#${code};`);
    return character;
  });
}
