import type { Body } from '../catalog/catalog.ts';

/** The encoded forms of a body by coding, each created at most once and kept as long as the body. */
export type Encodings = Map<string, Promise<Uint8Array<ArrayBuffer>>>;

interface BufferedResponseInit {
  readonly status?: number;
  readonly headers?: HeadersInit;
  /** For bodies that many requests share, such as files; without it, the body is sent as it is. */
  readonly encodings?: Encodings | undefined;
}

/** A response whose whole body is in memory, so that it is hashed, encoded, cached, and sent without a stream. */
export class BufferedResponse extends Response {
  readonly content: Body;
  readonly encodings: Encodings | undefined;

  constructor(content: Body, { encodings, ...init }: BufferedResponseInit = {}) {
    super(content, init);
    this.content = content;
    this.encodings = encodings;
  }

  /** Returns a response with the same body and encodings, and other headers. */
  withHeaders(headers: Headers): BufferedResponse {
    const { content, status, encodings } = this;
    return new BufferedResponse(content, { status, headers, encodings });
  }
}

/**
 * The minimum and maximum size of an encoded body, in bytes. Below, encoding saves little; above, it would delay the
 * response.
 */
const [MIN_BYTES, MAX_BYTES] = [512, 4 * 1024 * 1024];

/** Text and text formats; fonts and images are already compressed. */
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|xml|[\w.-]+\+(json|xml))|image\/svg)/;

/** Whether to encode a body that many requests share. A body for a single request is sent faster without encoding. */
export function isEncodable(body: Uint8Array, type: string): boolean {
  return COMPRESSIBLE.test(type) && body.length >= MIN_BYTES && body.length <= MAX_BYTES;
}
