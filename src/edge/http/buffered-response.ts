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
