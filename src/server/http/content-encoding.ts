import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { App } from '#edge/app.ts';
import { BufferedResponse } from '#edge/http/buffered-response.ts';
import { isKnown } from '#edge/middleware/conditional.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The minimum and maximum size of an encoded body, in bytes. Below, encoding saves little; above, it would delay the
 * response.
 */
const [MIN_BYTES, MAX_BYTES] = [512, 4 * 1024 * 1024];

/** Text and text formats; fonts and images are already compressed. */
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|xml|[\w.-]+\+(json|xml))|image\/svg)/;

/** The supported codings, the smallest output first. The compression levels take a few milliseconds. */
const CODINGS: Readonly<Record<string, (body: Bytes) => Promise<Uint8Array>>> = {
  br: body => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: body => promisify(gzip)(body),
};

/** Whether to encode a body that many requests share. A body for a single request is sent faster without encoding. */
export function isEncodable(body: Bytes, type: string): boolean {
  return COMPRESSIBLE.test(type) && body.length >= MIN_BYTES && body.length <= MAX_BYTES;
}

/** Returns the supported coding that a client prefers (RFC 9110, section 12.5.3); undefined for no coding. */
export function acceptedCoding(acceptEncoding: string | null | undefined): string | undefined {
  if (!acceptEncoding) return undefined;
  const accepted = acceptEncoding.split(',').flatMap(each => {
    const [name = '', ...parameters] = each.split(';').map(part => part.trim().toLowerCase());
    return parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return Object.keys(CODINGS).find(coding => accepted.includes(coding));
}

/**
 * Wraps an application to encode bodies with encodings. Each coding of a body has its own ETag (RFC 9110, section 8.8.3.3),
 * so that conditional requests return 304.
 */
export function withEncodings(app: App): App {
  return {
    async fetch(request, context) {
      const response = await app.fetch(request, context);
      if (response.status !== 200 || !response.headers.get('Vary')?.includes('Accept-Encoding')) return response;
      const coding = acceptedCoding(request.headers.get('Accept-Encoding'));
      if (coding === undefined) return response;
      if (request.method !== 'HEAD') return encodeResponse(request, response, coding);
      const full = await app.fetch(new Request(request, { method: 'GET' }), context);
      const { status, headers } = await encodeResponse(request, full, coding);
      return new Response(null, { status, headers });
    },
  };
}

async function encodeResponse(request: Request, response: Response, coding: string): Promise<Response> {
  const encode = CODINGS[coding];
  if (!encode || !(response instanceof BufferedResponse) || !response.encodings) return response;
  const { content, encodings } = response;
  if (typeof content === 'string') return response;
  const headers = new Headers(response.headers);
  const tag = headers.get('ETag')?.replace(/"$/, `-${coding}"`) ?? '';
  headers.set('ETag', tag);
  if (isKnown(request.headers.get('If-None-Match') ?? undefined, tag)) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  const bytes = encodings.get(coding) ?? encode(content).then(encodedBody => new Uint8Array(encodedBody));
  encodings.set(coding, bytes);
  const encodedBody = await bytes;
  headers.set('Content-Encoding', coding);
  headers.set('Content-Length', String(encodedBody.length));
  return new BufferedResponse(encodedBody, { headers });
}
