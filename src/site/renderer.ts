/**
 * The entry point for rendering. Astro compiles it with all pages into modules that Node can load
 * (`src/build/site/`). The pages are compiled once per version of the sources, and rendered when their content
 * changes.
 */

import { StaticPaths } from 'astro:static-paths';
import type { RouteData } from 'astro';
import { createApp } from 'astro/app/entrypoint';
import { endpointPage } from '#listing/endpoint-pages.ts';
import { isConvertedPage } from './converted-pages.ts';
import { listings, outdated } from './data/listings.ts';
import { createFixedPageKey } from './fixed-page-keys.ts';
import { toMarkdown } from './format/html-to-markdown.ts';
import { createListingPageKey } from './page-key.ts';
import { settings } from './settings.ts';
import { type StaticResponse, useStaticResponses } from './static-response.ts';

export { renderOnly } from './data/listings.ts';

/** A page of the site. */
export interface RenderablePage {
  /** Its path in the output, such as `apis/tides.example/index.html`. */
  readonly file: string;
  /** A key for all registry data on the page. */
  readonly cacheKey: string;
  /** @throws Error if it cannot be rendered */
  render(): Promise<Uint8Array>;
}

useStaticResponses();
const app = createApp({ streaming: false });

/** A page about a single listing. */
export interface ListingPage extends Pick<RenderablePage, 'file' | 'cacheKey'> {
  readonly listing: string;
}

/**
 * The pages of single listings, nearly all pages. Astro takes longer to enumerate them than the build takes to find
 * them in its cache.
 */
export function* getListingPages(): Generator<ListingPage> {
  for (const card of listings) {
    for (let number = 1; number <= card.endpointPages; number++) {
      const file = getListingFile(card.id, number);
      yield { listing: card.id, file, cacheKey: createListingPageKey(card, number) };
    }
  }
}

function getListingFile(id: string, number: number): string {
  return fileOf(endpointPage(id, number), 'page');
}

/**
 * Enumerates the pages of the site with the settings of the environment, without skipped listings.
 */
export async function renderablePages(): Promise<RenderablePages> {
  const paths = await new StaticPaths(app).getAll();
  const pages = paths.values().flatMap(({ pathname, route, cacheKey }) => {
    const html: RenderablePage = {
      file: fileOf(pathname, route.type),
      cacheKey: cacheKey ?? createFixedPageKey(pathname),
      render: () => renderPath(pathname, route),
    };
    return isConvertedPage(pathname) ? withMarkdown(html, pathname) : [html];
  });
  return { count: paths.length, pages };
}

/** The pages of the site, created one at a time. */
interface RenderablePages {
  /** Their number, without Markdown versions. */
  readonly count: number;
  readonly pages: Iterable<RenderablePage>;
}

async function renderPath(pathname: string, route: RouteData): Promise<Uint8Array> {
  const path = route.type === 'page' && !pathname.endsWith('/') ? `${pathname}/` : pathname;
  const response: unknown = await app.render(new Request(new URL(path, settings.siteUrl)), { routeData: route });
  const { status, body } = response as StaticResponse;
  if (status >= 500 || (status >= 300 && status < 400)) throw new Error(`${path} cannot be rendered: ${status}`);
  return body ?? new Uint8Array();
}

/** Returns a page and its Markdown version, which render the page once. */
function withMarkdown(page: RenderablePage, pathname: string): readonly RenderablePage[] {
  let rendered: Promise<Uint8Array> | undefined;
  const render = () => (rendered ??= page.render());
  const { href } = new URL(`${pathname.replace(/\/$/, '')}/`, settings.siteUrl);
  const markdown: RenderablePage = {
    file: page.file.replace(/index\.html$/, 'index.md'),
    cacheKey: page.cacheKey,
    render: async () => new TextEncoder().encode(toMarkdown(new TextDecoder().decode(await render()), href)),
  };
  return [{ ...page, render }, markdown];
}

/** Returns the files of the pages that may show newer data of a listing than their keys say. */
export function getOutdatedFiles(): readonly string[] {
  if (outdated.size === 0) return [];
  const own = listings
    .filter(({ id }) => outdated.has(id))
    .flatMap(({ id, endpointPages }) => Array.from({ length: endpointPages }, (_, at) => getListingFile(id, at + 1)));
  return [...PAGES_OF_FILES, ...own];
}

/** The pages besides those of listings that read the files of some (`readWholeListing`). */
const PAGES_OF_FILES = ['index.html', 'changes/index.html', 'changes/index.md'];

/** The file name that Astro gives a static page (`build.format: 'directory'`). */
function fileOf(pathname: string, type: string): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (type !== 'page') return path;
  if (path === '404') return '404.html';
  return path === '' ? 'index.html' : `${path}/index.html`;
}
