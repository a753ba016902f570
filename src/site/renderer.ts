/**
 * What the build renders the pages with: Astro compiles it, together with all pages, into modules that Node can load
 * (`src/build/site/`). So pages are compiled once for each version of the sources, and rendered when their content
 * changes.
 */

import { StaticPaths } from 'astro:static-paths';
import { createApp } from 'astro/app/entrypoint';
import { endpointPage } from '#listing/endpoint-pages.ts';
import { listings, outdated } from './data/listings.ts';
import { listingPageKey, pageKey } from './page-key.ts';

export { renderOnly } from './data/listings.ts';

/** A page that the site has. */
export interface RenderablePage {
  /** Its path in the output, e.g. `apis/tides.example/index.html`. */
  readonly file: string;
  /** Names all that it shows of the registry. */
  readonly cacheKey: string;
  /** @throws Error when it cannot be rendered */
  render(): Promise<Uint8Array>;
}

const app = createApp({ streaming: false });

/** A page that tells of one listing alone. */
export interface ListingPage extends Pick<RenderablePage, 'file' | 'cacheKey'> {
  readonly listing: string;
}

/** The pages of single listings, which are nearly all: Astro needs longer to enumerate them than to see that they are there. */
export function listingPages(): readonly ListingPage[] {
  return listings.flatMap(card =>
    Array.from({ length: card.endpointPages }, (_, at) => ({
      listing: card.row.id,
      file: fileOf(endpointPage(card.row.id, at + 1), 'page'),
      cacheKey: listingPageKey(card, at + 1),
    })),
  );
}

/** The pages that show nothing of the registry. */
const WITHOUT_LISTINGS = /^\/(docs|search|submit|validate|404)(\/|$)/;

/**
 * All pages of the site, with the settings of the environment, but for those of listings that are not to be rendered. A page that names no key of its own may show anything, unless
 * it is one of those that show nothing of the registry.
 */
export async function renderablePages(): Promise<readonly RenderablePage[]> {
  const whole = pageKey(listings);
  const paths = await new StaticPaths(app).getAll();
  return paths.map(({ pathname, route, cacheKey }) => ({
    file: fileOf(pathname, route.type),
    cacheKey: cacheKey ?? (WITHOUT_LISTINGS.test(pathname) ? '' : whole),
    async render() {
      const path = route.type === 'page' && !pathname.endsWith('/') ? `${pathname}/` : pathname;
      const response = await app.render(new Request(new URL(path, app.manifest.site)), { routeData: route });
      if (response.status >= 500 || (response.status >= 300 && response.status < 400))
        throw new Error(`${path} cannot be rendered: ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  }));
}

/** Whether a page that was rendered shows a listing as it has become since, and not what its key names. */
export function isOutdated({ file }: RenderablePage): boolean {
  return [...outdated].some(id => decodeURIComponent(file).startsWith(`apis/${id}/`));
}

/** As Astro itself names the files of static pages (`build.format: 'directory'`). */
function fileOf(pathname: string, type: string): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (type !== 'page') return path;
  if (path === '404') return '404.html';
  return path === '' ? 'index.html' : `${path}/index.html`;
}
