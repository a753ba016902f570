import type { Context } from 'hono';
import documentation from '#registry/documentation.json' with { type: 'json' };
import { hasMarkdownVersion, markdownRoute } from '../agents/markdown/markdown-route.ts';
import { MARKDOWN_INDEX } from '../agents/markdown/markdown-url.ts';
import { homeLinks } from '../agents/well-known/home-links.ts';
import type { EdgeContext } from '../context.ts';
import { BufferedResponse } from '../http/buffered-response.ts';
import { preferredType } from '../http/negotiation.ts';
import { json, REVALIDATED, textResponse } from '../http/response.ts';
import { BROWSE_PATH, renderBrowsePage } from './browse/browse-page.ts';
import { rootDocument } from './root-document.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';

type HomeTypes = readonly ['application/json' | 'text/html', ...string[]];

/** The media types of `GET /`, the default first: JSON for a registry, HTML for a separate site (section 4.4). */
export const ROOT_TYPES: HomeTypes = ['application/json', 'text/html', 'text/markdown'];
export const SITE_TYPES: HomeTypes = ['text/html', 'text/markdown', 'application/json'];

/** Handles `GET /`: returns the home page as HTML or Markdown, or the root document; the first of `types` by default. */
export async function home(context: Context, services: EdgeContext, types: HomeTypes): Promise<Response> {
  const type = preferredType(context.req.header('Accept'), types);
  const page =
    (type === 'text/html' && (await services.assets.fetch('/'))) ||
    (type === 'text/markdown' && (await markdown('/', services))) ||
    json(rootDocument(services.addresses.siteName));
  page.headers.set('Link', homeLinks(services.addresses));
  page.headers.append('Vary', 'Accept');
  return page;
}

/**
 * Returns a file of the build, a page of the site, or the Markdown version of a page. Clients get Markdown at its own
 * path, at the path of the page if they prefer it, or while the page has no HTML.
 *
 * @returns undefined if the path does not exist
 */
export async function page(context: Context, services: EdgeContext): Promise<Response | undefined> {
  const { assets, addresses } = services;
  const { path } = context.req;
  const moved = redirectMoved(new URL(context.req.url));
  if (moved) return moved;
  if (path.endsWith(`/${MARKDOWN_INDEX}`)) return markdown(path.slice(0, -MARKDOWN_INDEX.length), services);
  if (!path.endsWith('/')) return (await assets.fetch(path)) ?? withSlash(context, services);
  const prefersMarkdown =
    preferredType(context.req.header('Accept'), ['text/html', 'text/markdown']) === 'text/markdown';
  const html = prefersMarkdown ? undefined : await assets.fetch(path);
  const found = html ?? (await markdown(path, services)) ?? (await assets.fetch(path));
  if (found === undefined) return undefined;
  if (found === html && hasMarkdownVersion(path))
    found.headers.append('Link', `<${addresses.site}${path}${MARKDOWN_INDEX}>; rel="alternate"; type="text/markdown"`);
  // A new listing has no page until the next build, which takes seconds: browsers look again.
  if (!prefersMarkdown && found !== html) {
    found.headers.set('Cache-Control', REVALIDATED);
    found.headers.set('Refresh', '5');
  }
  found.headers.append('Vary', 'Accept');
  return found === html && path === BROWSE_PATH ? browsePage(found, context, services) : found;
}

/** Returns the browse page with the results of its query. */
async function browsePage(built: Response, { req }: Context, { catalog }: EdgeContext): Promise<Response> {
  const headers = Object.fromEntries([...built.headers].filter(([name]) => !OF_BUILT_BODY.has(name)));
  const html = await renderBrowsePage(await built.text(), new URL(req.url).searchParams, await catalog());
  return new BufferedResponse(html, { headers: { ...headers, 'content-type': HTML } });
}

const HTML = 'text/html; charset=utf-8';

/** The headers that describe the body of a file. */
const OF_BUILT_BODY: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
]);

/** The new paths of pages that were renamed, by their former paths. */
const MOVED: ReadonlyMap<string, string> = new Map(
  Object.entries(documentation).flatMap(([path, chapter]) =>
    'formerly' in chapter ? [[chapter.formerly, path] as const] : [],
  ),
);

/**
 * Redirects from the former path of a page, or of its Markdown version, with a location that stays on this host and keeps
 * the query string.
 */
function redirectMoved({ pathname: path, search, searchParams }: URL): Response | undefined {
  const [, root = '', file = ''] = /^(\/[^/]+)(\/(?:index\.md)?)?$/.exec(path) ?? [];
  const moved = SHORTCUTS.get(root);
  if (moved !== undefined) {
    const flag = moved.flag !== undefined && searchParams.has('url') ? `&${moved.flag}=1` : '';
    return redirect(`${file === '' ? './' : '../'}${moved.path}${file.slice(1)}${search}${flag}`);
  }
  const [, page = '', rest = ''] = /^(\/docs\/[^/]+)\/?(index\.md)?$/.exec(path) ?? [];
  const target = MOVED.get(`${page}/`);
  if (target === undefined) return undefined;
  const up = path === page ? './' : '../';
  return redirect(`${up}${target.replace('/docs/', '')}${rest}${search}`);
}

/**
 * Short paths of pages that people guess, and former paths, with the pages relative to the root.
 * `flag`: the query parameter to add to a URL that has one named `url`.
 */
const SHORTCUTS: ReadonlyMap<string, { readonly path: string; readonly flag?: string }> = new Map([
  ['/performance', { path: 'docs/performance/' }],
  ['/submit', { path: 'publish/' }],
  // The former page ran the check of the URL that a link named.
  ['/validate', { path: 'publish/', flag: 'check' }],
]);

function redirect(location: string): Response {
  return new Response(null, { status: 301, headers: { Location: location, 'Cache-Control': 'public, max-age=86400' } });
}

/** Redirects to a page whose trailing slash is missing, with a relative location that stays on this host. */
async function withSlash({ req }: Context, services: EdgeContext): Promise<Response | undefined> {
  const path = `${req.path}/`;
  const isPage =
    (await services.assets.fetch(path)) !== undefined || (await markdownRoute(path, services)) !== undefined;
  if (!isPage) return undefined;
  const { pathname, search } = new URL(req.url);
  const headers = { Location: `./${pathname.slice(pathname.lastIndexOf('/') + 1)}/${search}`, ...SHORTLY };
  return new Response(null, { status: 308, headers });
}

const SHORTLY = { 'Cache-Control': 'public, max-age=60' };

async function markdown(path: string, services: EdgeContext): Promise<Response | undefined> {
  const text = await markdownRoute(path, services);
  if (text !== undefined) return textResponse(text, MARKDOWN);
  const file = await services.assets.fetch(path + MARKDOWN_INDEX);
  file?.headers.set('Content-Type', MARKDOWN);
  return file;
}
