/**
 * Checks that every internal URL in a built site leads to a file, and every fragment to an element. Ignores other hosts.
 *   node scripts/checks/links.ts [DIR]    default: dist
 *
 * Prints one line for each broken link of a page. Exit status 1 if there are any.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runScript } from '#cli/terminal/run-script.ts';
import { parseElements } from '#site/fixtures/document.ts';

/** The URLs that a page links to, and the ids of its elements. */
interface Page {
  readonly targets: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

const files = new Set<string>();
const pages = new Map<string, Page>();

await runScript(async () => {
  const directory = path.resolve(process.argv[2] ?? 'dist');
  for await (const file of glob(['**/*', '.well-known/**/*'], { cwd: directory })) files.add(`/${file}`);
  for (const file of files)
    if (file.endsWith('.html')) pages.set(file, readPage(await readFile(directory + file, 'utf8')));
  if (pages.size === 0) throw new RangeError(`No pages found in ${directory}. Run npm run build first.`);

  const broken = new Set<string>();
  for (const [file, { targets }] of pages) {
    for (const target of targets) if (!isValidLink(target, file)) broken.add(`${file}: ${target}`);
  }
  for (const line of broken) console.error(line);
  console.log(`${pages.size} pages, ${broken.size} broken links.`);
  return broken.size > 0 ? 1 : 0;
});

/** True for routes of the application without a file. */
function isDynamic(pathname: string): boolean {
  return ['/', '/listings', '/categories', '/agents', '/health', '/validator', '/mcp'].includes(pathname);
}

function isValidLink(target: string, file: string): boolean {
  const url = URL.parse(target, `http://site.invalid${file.replace(/index\.html$/, '')}`);
  if (url?.host !== 'site.invalid') return true;
  const pathname = decodeURIComponent(url.pathname);
  const targetFile = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  if (!files.has(targetFile)) return isDynamic(pathname) || files.has(`${pathname}.json`);
  return url.hash === '' || pages.get(targetFile)?.anchors.has(decodeURIComponent(url.hash.slice(1))) !== false;
}

function readPage(html: string): Page {
  const targets: string[] = [];
  const anchors = new Set<string>();
  for (const { name, value } of parseElements(html).flatMap(({ attrs }) => attrs)) {
    if (name === 'href' || name === 'src' || name === 'action') targets.push(value);
    if (name === 'id') anchors.add(value);
  }
  return { targets, anchors };
}
