import type { EdgeContext } from '../../context.ts';
import { findAnApi } from '../skills/find-an-api.ts';
import { publishAnApi } from '../skills/publish-an-api.ts';
import type { Skill } from '../skills/skill.ts';
import { verifyAManifest } from '../skills/verify-a-manifest.ts';
import { DOCUMENTATION, documentationIndex, documentationText, documentationTexts } from './documentation.ts';
import { homePage } from './home.ts';
import { categoryIndex, LISTS, listPage } from './listing-list.ts';
import { loadListingPage } from './listing-page.ts';
import { MARKDOWN_INDEX } from './markdown-url.ts';
import { statusPage } from './status-page.ts';

/**
 * Creates the Markdown version of a page.
 * @param path the path of the page, which ends in `/`
 * @returns undefined if this function does not create the page; the build may still have a file
 */
export async function markdownRoute(
  path: string,
  { catalog, addresses, assets }: Pick<EdgeContext, 'catalog' | 'addresses' | 'assets'>,
): Promise<string | undefined> {
  const documentation = DOCUMENTATION.find(page => page.path === path);
  if (documentation) return (await documentationText(documentation, addresses, assets))?.();
  if (path === '/docs/') return documentationIndex(await documentationTexts(addresses, assets), addresses);
  const task = TASK_PAGES.find(page => page.path === path);
  if (task) return task.skills.map(skill => skill.instructions(addresses)).join('\n');
  if (path === '/') return homePage(await catalog(), addresses);
  if (path === '/categories/') return categoryIndex(await catalog(), addresses);
  if (path === '/status/') return statusPage(await catalog(), addresses);
  const [, first = path, number = '1'] = /^(.+\/)([1-9][0-9]{0,6})\/$/.exec(path) ?? [];
  const list = LISTS.find(each => each.path === first);
  if (list)
    return number === '1' && first !== path ? undefined : listPage(list, Number(number), await catalog(), addresses);
  const [, id, page = '1'] = /^\/apis\/([^/]+)\/(?:endpoints\/([2-9]|[1-9][0-9]{1,4})\/)?$/.exec(path) ?? [];
  return id === undefined ? undefined : loadListingPage(decodeURIComponent(id), Number(page), await catalog());
}

/** Returns the Markdown paths that `markdownRoute` creates, except lists and listings. */
export function listMarkdownPaths(): string[] {
  const pages = ['/', '/categories/', '/status/', '/docs/', ...TASK_PAGES.map(page => page.path)];
  return [...pages, ...DOCUMENTATION.flatMap(({ path, markdown }) => (markdown ? [path] : []))].map(
    path => path + MARKDOWN_INDEX,
  );
}

/** Pages without a Markdown version, with the reason. A path that ends in `*` matches all pages under it. */
export const PAGES_WITHOUT_MARKDOWN: Readonly<Record<string, string>> = {
  '/404/': 'its status code says everything',
  '/compare/': 'the browser creates it',
  '/performance/': 'it redirects to the benchmarks',
  '/submit/': 'it redirects to the page for publishers',
  '/validate/': 'it redirects to the page for publishers',
};

/** Returns whether a page of the site has a Markdown version. */
export function hasMarkdownVersion(path: string): boolean {
  return !Object.keys(PAGES_WITHOUT_MARKDOWN).some(page =>
    page.endsWith('*') ? path.startsWith(page.slice(0, -1)) : path === page,
  );
}

/** An interactive page of the site. Its Markdown version explains the same task to agents. */
interface TaskPage {
  readonly path: string;
  readonly skills: readonly Skill[];
}

/** The skills that serve as the Markdown version of each page. */
const TASK_PAGES: readonly TaskPage[] = [
  { path: '/search/', skills: [findAnApi] },
  { path: '/browse/', skills: [findAnApi] },
  { path: '/publish/', skills: [publishAnApi, verifyAManifest] },
];
