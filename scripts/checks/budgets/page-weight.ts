import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** What a browser loads to show a page, in bytes as sent with gzip, which every host can do. */
export interface PageWeight {
  readonly total: number;
  /** The part of it that is script. */
  readonly script: number;
  /** Each file that it loads, the page itself among them. */
  readonly files: ReadonlyMap<string, number>;
}

/**
 * Weighs a page of a built site with all that it loads by itself: scripts with what they import, styles, the fonts that it
 * asks for ahead, and pictures. What a script loads once somebody types is not of it.
 *
 * @param folder the built site
 * @param page the page's file below it
 * @throws Error naming a file that the page wants and the site has not
 */
export function pageWeight(folder: string, page: string): PageWeight {
  const html = readFileSync(path.join(folder, page), 'utf8');
  const files = new Map([[`/${page}`, sentBytes(html, page)]]);
  const add = (address: string) => {
    if (!address.startsWith('/') || files.has(address)) return;
    const file = path.join(folder, decodeURIComponent(address));
    if (!existsSync(file)) throw new Error(`${page} wants ${address}, which is not there.`);
    const content = readFileSync(file);
    files.set(address, sentBytes(content, address));
    if (!address.endsWith('.js')) return;
    for (const imported of importsOf(content.toString())) add(path.posix.join(path.posix.dirname(address), imported));
  };
  for (const address of loadedBy(parse(html))) add(address);
  const sum = (of: (name: string) => boolean) =>
    [...files].reduce((all, [name, bytes]) => (of(name) ? all + bytes : all), 0);
  return { total: sum(() => true), script: sum(name => name.endsWith('.js')), files };
}

function sentBytes(content: string | Buffer, name: string): number {
  return name.endsWith('.woff2') ? content.length : gzipSync(content).length;
}

/** The modules that a module cannot begin without. */
function importsOf(module: string): readonly string[] {
  return [...module.matchAll(/\b(?:import|from)\s*["'](\.[^"']+\.js)["']/g)].map(([, file]) => file ?? '');
}

function loadedBy(node: Tree.ParentNode): readonly string[] {
  return node.childNodes.flatMap(child => {
    if (!('tagName' in child)) return [];
    const own = addressOf(child);
    return own === undefined ? loadedBy(child) : [own];
  });
}

function addressOf({ tagName, attrs }: Tree.Element): string | undefined {
  const attribute = (name: string) => attrs.find(each => each.name === name)?.value;
  if (tagName === 'script' || tagName === 'img') return attribute('src');
  const loads = /\b(stylesheet|preload|modulepreload|icon)\b/.test(attribute('rel') ?? '');
  return tagName === 'link' && loads ? attribute('href') : undefined;
}
