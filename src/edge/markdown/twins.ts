import type { Detail } from '#listing/detail.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Services } from '../services.ts';
import { DOCUMENTATION, documentationIndex, documentationText, documentationTexts } from './documentation.ts';
import { homePage } from './home.ts';
import { listingMarkdown } from './listing.ts';
import { categoryIndex, LISTS, listPage, pageCount, pagePath } from './listing-list.ts';
import { statusPage } from './status-page.ts';
import { TASK_PAGES } from './task-pages.ts';
import { TWIN } from './twin-address.ts';

/**
 * A page of the site as Markdown.
 * @param path the page's path, which ends in `/`
 * @returns undefined when no such page is made here; its twin may still be a file of the build
 */
export async function twin(
  path: string,
  { catalogue, addresses, assets }: Pick<Services, 'catalogue' | 'addresses' | 'assets'>,
): Promise<string | undefined> {
  const documentation = DOCUMENTATION.find(page => page.path === path);
  if (documentation) return (await documentationText(documentation, addresses, assets))?.();
  if (path === '/docs/') return documentationIndex(await documentationTexts(addresses, assets), addresses);
  const task = TASK_PAGES.find(page => page.path === path);
  if (task) return task.skill.instructions(addresses);
  if (path === '/') return homePage(await catalogue(), addresses);
  if (path === '/categories/') return categoryIndex(await catalogue(), addresses);
  if (path === '/status/') return statusPage(await catalogue(), addresses);
  const [, first = path, number = '1'] = /^(.+\/)([1-9][0-9]{0,6})\/$/.exec(path) ?? [];
  const list = LISTS.find(each => each.path === first);
  if (list)
    return number === '1' && first !== path ? undefined : listPage(list, Number(number), await catalogue(), addresses);
  const id = /^\/apis\/([^/]+)\/$/.exec(path)?.[1];
  return id === undefined ? undefined : listingTwin(decodeURIComponent(id), await catalogue());
}

/** The paths of all twins that are made here, but for those of the listings' own pages. */
export async function* twinPaths(catalogue: Catalogue): AsyncGenerator<string> {
  for (const path of ['/', '/categories/', '/status/', '/docs/', ...TASK_PAGES.map(page => page.path)])
    yield path + TWIN;
  for (const { path, markdown } of DOCUMENTATION) if (markdown) yield path + TWIN;
  for (const list of LISTS) {
    const last = await pageCount(list, catalogue);
    for (let number = 1; number <= last; number++) yield pagePath(list, number) + TWIN;
  }
}

async function listingTwin(id: string, catalogue: Catalogue): Promise<string | undefined> {
  const body = await catalogue.listing(id);
  if (body === undefined) return undefined;
  const { data } = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as { data: Detail };
  return listingMarkdown(data);
}
