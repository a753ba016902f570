import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { App } from '#edge/app.ts';
import type { Body } from '#edge/catalog/catalog.ts';
import { BufferedResponse } from '#edge/http/buffered-response.ts';
import { weightOf } from '#edge/http/negotiation.ts';
import { isKnown } from '#edge/middleware/conditional.ts';
import type { DirectResponse } from '#edge/routes/direct-routes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The minimum and maximum size of an encoded body, in bytes. Below, encoding saves little; above, it would delay the
 * response.
 */
const [MIN_BYTES, MAX_BYTES] = [512, 4 * 1024 * 1024];

/** Text and text formats; fonts and images are already compressed. */
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|xml|x-ndjson|[\w.-]+\+(json|xml))|image\/svg)/;

/** Responses that arrive in parts over a long time, and must not wait for an encoder. */
const STREAM = /^text\/event-stream/;

/**
 * The brotli quality of a body that many requests share, and of a body for one request: for 100 kB of JSON, 16 ms and 1.3 ms
 * of CPU time for nearly the same size.
 */
const [SHARED_QUALITY, SINGLE_QUALITY] = [9, 4];

/** The supported codings, the smallest output first. They run on threads of libuv. */
const CODINGS: Readonly<Record<string, (body: Body, quality: number) => Promise<Uint8Array>>> = {
  br: (body, quality) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: body => promisify(gzip)(body),
};

/** Whether to encode a body of a type for clients that accept it. */
export function isEncodable(body: Body, type: string): boolean {
  if (!COMPRESSIBLE.test(type) || STREAM.test(type)) return false;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  return length >= MIN_BYTES && length <= MAX_BYTES;
}

/**
 * Returns the supported coding that a client prefers (RFC 9110, section 12.5.3), for equal weights the one with the smallest
 * output. Undefined for no coding, which a client can prefer as `identity`.
 */
export function acceptedCoding(acceptEncoding: string | null | undefined): string | undefined {
  if (!acceptEncoding) return undefined;
  const weights = new Map<string, number>();
  for (const each of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = each.split(';').map(part => part.trim());
    weights.set(name, weightOf(parameters));
  }
  let best: { readonly coding?: string; readonly weight: number } = { weight: weights.get('identity') ?? 0 };
  for (const coding in CODINGS) {
    const weight = weights.get(coding) ?? 0;
    if (weight > best.weight || (weight === best.weight && weight > 0 && best.coding === undefined))
      best = { coding, weight };
  }
  return best.coding;
}

/**
 * Wraps an application to encode bodies with encodings. Each coding of a body has its own ETag (RFC 9110, section 8.8.3.3),
 * so that conditional requests return 304. A buffered response to HEAD keeps the body of GET, which the server caches and omits.
 */
export function withEncodings(app: App): App {
  return {
    async fetch(request, context) {
      const response = await app.fetch(request, context);
      if (response.status === 304) return withVary(response);
      if (response.status !== 200 || !isText(response)) return response;
      if (request.method !== 'HEAD') return encodeResponse(request, response);
      // The size of the body decides, and the response to HEAD has none.
      const full = await app.fetch(new Request(request, { method: 'GET' }), context);
      const encoded = await encodeResponse(request, full);
      const { status, headers } = encoded;
      return encoded instanceof BufferedResponse ? encoded : new Response(null, { status, headers });
    },
  };
}

/**
 * Encodes a direct response for a client.
 * @param acceptEncoding the header of the request
 * @returns the response with its headers in any order
 */
export function encodeDirect(
  response: DirectResponse,
  acceptEncoding: string | undefined,
): DirectResponse | Promise<DirectResponse> {
  const { headers, body, tag } = response;
  const type = headers[headers.indexOf('content-type') + 1] ?? '';
  if (!isEncodable(body, type)) return response;
  const varied = [...headers, 'vary', 'Accept-Encoding'];
  const coding = acceptedCoding(acceptEncoding);
  const encode = CODINGS[coding ?? ''];
  if (coding === undefined || !encode) return { headers: varied, body, tag, release: response.release };
  const encodedTag = toEncodedTag(tag, coding);
  varied[varied.indexOf('etag') + 1] = encodedTag;
  return encode(body, SINGLE_QUALITY).then(encodedBody => {
    response.release?.();
    return { headers: [...varied, 'content-encoding', coding], body: toBytes(encodedBody), tag: encodedTag };
  });
}

function isText({ headers }: Response): boolean {
  const type = headers.get('Content-Type') ?? '';
  return COMPRESSIBLE.test(type) && !STREAM.test(type);
}

async function encodeResponse(request: Request, response: Response): Promise<Response> {
  if (!(response instanceof BufferedResponse)) return response;
  const { content, encodings } = response;
  if (!encodings && !isEncodable(content, response.headers.get('Content-Type') ?? '')) return response;
  const varied = withVary(response);
  const coding = acceptedCoding(request.headers.get('Accept-Encoding'));
  const encode = CODINGS[coding ?? ''];
  if (coding === undefined || !encode) return varied;
  const headers = new Headers(varied.headers);
  const tag = headers.get('ETag');
  if (tag !== null) {
    const encodedTag = toEncodedTag(tag, coding);
    headers.set('ETag', encodedTag);
    if (isKnown(request.headers.get('If-None-Match') ?? undefined, encodedTag)) {
      headers.delete('Content-Type');
      return new Response(null, { status: 304, headers });
    }
  }
  const bytes = encodings?.get(coding) ?? encode(content, encodings ? SHARED_QUALITY : SINGLE_QUALITY).then(toBytes);
  encodings?.set(coding, bytes);
  const encodedBody = await bytes;
  headers.set('Content-Encoding', coding);
  headers.set('Content-Length', String(encodedBody.length));
  return new BufferedResponse(encodedBody, { headers });
}

/** The ETag of a coding of a body. */
function toEncodedTag(tag: string, coding: string): string {
  return tag.replace(/"$/, `-${coding}"`);
}

function toBytes(encodedBody: Uint8Array): Bytes {
  return new Uint8Array(encodedBody);
}

function withVary<T extends Response>(response: T): T {
  const vary = response.headers.get('Vary');
  if (!vary?.includes('Accept-Encoding'))
    response.headers.set('Vary', vary === null ? 'Accept-Encoding' : `Accept-Encoding, ${vary}`);
  return response;
}
