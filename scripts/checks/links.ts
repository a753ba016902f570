/**
 * Checks that every address inside a built site leads to a file of the site, and every fragment to an element.
 *   node scripts/checks/links.ts DIR
 * Exit status 1, and one line for each broken link and page. Addresses of other hosts are not fetched.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'parse5';

interface Node {
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

/** What a page leads to, and what can be led to in it. */
interface Page {
  readonly targets: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

const directory = path.resolve(process.argv[2] ?? 'dist');
const files = new Set<string>();
for await (const file of glob(['**/*', '.well-known/**/*'], { cwd: directory })) files.add(`/${file}`);

const pages = new Map<string, Page>();
for (const file of files)
  if (file.endsWith('.html')) pages.set(file, readPage(await readFile(directory + file, 'utf8')));

const broken = new Set<string>();
for (const [file, { targets }] of pages) {
  for (const target of targets) if (!leadsSomewhere(target, file)) broken.add(`${file}: ${target}`);
}

for (const line of broken) console.error(line);
console.log(`${pages.size} pages, ${broken.size} broken links.`);
process.exitCode = broken.size > 0 ? 1 : 0;

/** What the application answers without a file. */
function isDynamic(pathname: string): boolean {
  return ['/', '/listings', '/categories', '/agents', '/health', '/validator', '/mcp'].includes(pathname);
}

function leadsSomewhere(target: string, file: string): boolean {
  const url = URL.parse(target, `http://site.invalid${file.replace(/index\.html$/, '')}`);
  if (url?.host !== 'site.invalid') return true;
  const pathname = decodeURIComponent(url.pathname);
  const place = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  if (!files.has(place)) return isDynamic(pathname) || files.has(`${pathname}.json`);
  return url.hash === '' || pages.get(place)?.anchors.has(decodeURIComponent(url.hash.slice(1))) !== false;
}

function readPage(html: string): Page {
  const targets: string[] = [];
  const anchors = new Set<string>();
  const visit = (node: Node): void => {
    for (const { name, value } of node.attrs ?? []) {
      if (name === 'href' || name === 'src' || name === 'action') targets.push(value);
      if (name === 'id') anchors.add(value);
    }
    for (const child of node.childNodes ?? []) visit(child);
  };
  visit(parse(html) as Node);
  return { targets, anchors };
}
