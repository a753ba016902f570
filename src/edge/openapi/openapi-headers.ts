import { type Schema, text } from './schema.ts';

const seconds: Schema = { type: 'integer', minimum: 0 };

/** The response headers that clients act on, by their id in `components.headers`. */
export const HEADERS = {
  ETag: {
    description:
      'A strong validator of the response. Send it as If-None-Match to get 304 while the response is the same.',
    schema: text,
  },
  Link: { description: 'Links to related resources (RFC 8288).', schema: text },
  Location: {
    description: 'The status URL of the submission.',
    required: true,
    schema: { ...text, format: 'uri' },
  },
  RetryAfter: { description: 'The delay before the next request, in seconds.', schema: seconds },
  PollAfter: {
    description: 'The delay before the next poll, in seconds. Absent once the submission is approved or rejected.',
    schema: seconds,
  },
  RateLimit: {
    description: 'The remaining requests `r` and the seconds `t` until they are renewed. Absent without a limit.',
    schema: text,
    example: '"default";r=29;t=60',
  },
  RateLimitPolicy: {
    description: 'The limit: `q` requests per `w` seconds. Absent without a limit.',
    schema: text,
    example: '"default";q=30;w=60',
  },
  Accept: {
    description: 'The supported media type of the request body. Only if the media type is not supported.',
    schema: text,
    example: 'application/json',
  },
  AcceptEncoding: {
    description: 'The supported encoding of the request body. Only if the Content-Encoding is not supported.',
    schema: text,
    example: 'identity',
  },
  Allow: { description: 'The supported methods. Only with status 405.', schema: text },
  RequestId: { description: 'The id of the request. Include it if you report the error.', schema: text },
} as const satisfies Readonly<Record<string, Schema>>;

/** The id of a header in `components.headers`. */
export type HeaderId = keyof typeof HEADERS;

/** The names of the headers, if they are not their ids. */
const NAMES: Partial<Readonly<Record<HeaderId, string>>> = {
  AcceptEncoding: 'Accept-Encoding',
  RetryAfter: 'Retry-After',
  PollAfter: 'Retry-After',
  RateLimitPolicy: 'RateLimit-Policy',
  RequestId: 'X-Request-Id',
};

/** Returns the `headers` of a response, as references to `components.headers`. */
export function refHeaders(...ids: readonly HeaderId[]): Schema {
  return Object.fromEntries(ids.map(id => [NAMES[id] ?? id, { $ref: `#/components/headers/${id}` }]));
}
