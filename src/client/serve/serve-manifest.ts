import type { ManifestOptions } from './manifest-error.ts';
import { checkManifest } from './served-manifest.ts';

export { ManifestError, type ManifestOptions } from './manifest-error.ts';

/** The path at which the registry fetches a manifest. */
export const MANIFEST_PATH = '/.well-known/api-manifest.json';

/** A manifest with handlers for the servers of common frameworks. */
export interface ServedManifest {
  readonly path: typeof MANIFEST_PATH;
  /** The response for Hono, Workers, Deno, Bun, and other servers with the types of `fetch`. Ignores the path. */
  fetch(request: Request): Promise<Response>;
  /** Middleware for Hono: `app.use(served.hono)`. */
  readonly hono: (
    context: { readonly req: { readonly raw: Request; readonly path: string } },
    next: () => Promise<void>,
  ) => Promise<Response | undefined>;
  /** Middleware for Express, Connect, and `node:http`: `app.use(served.express)`. */
  readonly express: (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void) => void;
  /** A plugin for Fastify: `app.register(served.fastify)`. */
  readonly fastify: (app: FastifyApp) => Promise<void>;
}

/** The members of a request of Node that are used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The members of a response of Node that are used. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/** The members of a Fastify server that are used. */
export interface FastifyApp {
  route(options: {
    readonly method: string[];
    readonly url: string;
    readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  }): unknown;
}

export interface FastifyRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface FastifyReply {
  code(status: number): FastifyReply;
  header(name: string, value: string): FastifyReply;
  send(body?: string): unknown;
}

/**
 * Validates a manifest at the start of a server, and returns handlers that serve it with an ETag, `Last-Modified`, and CORS.
 *
 * @param document a manifest, or an OpenAPI document with the missing members in `options.members`
 * @throws ManifestError with all problems, if the manifest is invalid or `last_updated` is in the future
 */
export function serveManifest(document: object, options: ManifestOptions = {}): ServedManifest {
  const { text, lastUpdated } = checkManifest(document, options, Date.now());
  const etag = createEtag(text);
  const respond = async (method: string, ifNoneMatch: string | undefined): Promise<Reply> => {
    const headers = { ...HEADERS, ETag: await etag, 'Last-Modified': new Date(lastUpdated).toUTCString() };
    if (method === 'OPTIONS') return { status: 204, headers: { ...PREFLIGHT, Allow: METHODS }, body: undefined };
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: METHODS }, body: undefined };
    if (matches(ifNoneMatch, headers.ETag)) return { status: 304, headers, body: undefined };
    const typed = { ...headers, 'Content-Type': 'application/json; charset=utf-8' };
    return { status: 200, headers: typed, body: method === 'HEAD' ? undefined : text };
  };
  const fetchResponse = async (request: Request): Promise<Response> => {
    const { status, headers, body } = await respond(request.method, request.headers.get('If-None-Match') ?? undefined);
    return new Response(body ?? null, { status, headers });
  };
  return {
    path: MANIFEST_PATH,
    fetch: fetchResponse,
    hono: async ({ req }, next) => {
      if (req.path === MANIFEST_PATH) return fetchResponse(req.raw);
      await next();
      return undefined;
    },
    express: (request, response, next) => {
      if (request.url?.split('?', 1)[0] !== MANIFEST_PATH) return next();
      respond(request.method ?? 'GET', toText(request.headers['if-none-match'])).then(({ status, headers, body }) => {
        response.statusCode = status;
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        response.end(body);
      }, next);
    },
    fastify: async app => {
      app.route({
        method: ['GET', 'HEAD', 'OPTIONS'],
        url: MANIFEST_PATH,
        handler: async (request, reply) => {
          const { status, headers, body } = await respond(request.method, toText(request.headers['if-none-match']));
          for (const [name, value] of Object.entries(headers)) reply.header(name, value);
          return reply.code(status).send(body);
        },
      });
    },
  };
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const METHODS = 'GET, HEAD, OPTIONS';

/** Anyone may read a manifest with its ETag, so validators in browsers work. */
const CORS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'ETag' };
const HEADERS = { ...CORS, 'Cache-Control': 'public, max-age=300' };

/** Browsers need a preflight for headers such as `If-None-Match`. */
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};

/** Returns a strong ETag: the start of the SHA-256 of the text. */
async function createEtag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `"${Array.from(new Uint8Array(digest).subarray(0, 16), byte => byte.toString(16).padStart(2, '0')).join('')}"`;
}

/** Compares weakly, as RFC 9110 requires for If-None-Match. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

function toText(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ');
}
