import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** The size of everything that a browser loads to show a page, in bytes with gzip, which every host supports. */
export interface PageWeight {
  readonly total: number;
  /** The size of the scripts. */
  readonly script: number;
  /** The size of each file, including the page itself. */
  readonly files: ReadonlyMap<string, number>;
}

/**
 * Measures a page of a built site with everything that it loads without interaction: scripts with their imports, styles,
 * preloaded fonts, and images.
 *
 * @param folder the built site
 * @param page the file of the page, relative to the folder
 * @throws RangeError if the page refers to a missing file
 */
export function measurePage(folder: string, page: string): PageWeight {
  const html = readFileSync(path.join(folder, page), 'utf8');
  const files = new Map([[`/${page}`, countBytes(html, page)]]);
  const add = (url: string) => {
    if (!url.startsWith('/') || files.has(url)) return;
    const file = path.join(folder, decodeURIComponent(url));
    if (!existsSync(file)) throw new RangeError(`${page} refers to ${url}, which does not exist.`);
    const content = readFileSync(file);
    files.set(url, countBytes(content, url));
    if (!url.endsWith('.js')) return;
    for (const imported of findStaticImports(content.toString()))
      add(path.posix.join(path.posix.dirname(url), imported));
  };
  for (const url of findLoadedUrls(parse(html))) add(url);
  const sum = (of: (name: string) => boolean) =>
    [...files].reduce((all, [name, bytes]) => (of(name) ? all + bytes : all), 0);
  return { total: sum(() => true), script: sum(name => name.endsWith('.js')), files };
}

function countBytes(content: string | Buffer, name: string): number {
  return name.endsWith('.woff2') ? content.length : gzipSync(content).length;
}

/** Returns the static imports of a module. */
function findStaticImports(module: string): readonly string[] {
  return [...module.matchAll(/\b(?:import|from)\s*["'](\.[^"']+\.js)["']/g)].map(([, file]) => file ?? '');
}

function findLoadedUrls(node: Tree.ParentNode): readonly string[] {
  return node.childNodes.flatMap(child => {
    if (!('tagName' in child)) return [];
    const own = getLoadedUrl(child);
    return own === undefined ? findLoadedUrls(child) : [own];
  });
}

function getLoadedUrl({ tagName, attrs }: Tree.Element): string | undefined {
  const attribute = (name: string) => attrs.find(each => each.name === name)?.value;
  if (tagName === 'script' || tagName === 'img') return attribute('src');
  const loads = /^(stylesheet|preload|modulepreload|icon)$/.test(attribute('rel') ?? '');
  return tagName === 'link' && loads ? attribute('href') : undefined;
}
