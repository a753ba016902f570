/** A request that ended without a usable response. */
export interface FetchFailure {
  readonly outcome: 'failed';
  readonly kind: FailureKind;
  /** Whether the failure is definite. If false, a retry may succeed. */
  readonly decisive: boolean;
  readonly message: string;
  readonly hint: string;
}

export type FailureKind = keyof typeof KINDS;

/** A validation or a rejected submission is not repeated automatically, so the hint does not promise it. */
export const RETRY_HINT = 'If this was temporary, try again later.';

const KINDS = {
  'dns-not-found': [
    true,
    'The host name does not exist in the DNS, or has no IP address.',
    'Check the host name and its A and AAAA records.',
  ],
  'dns-failed': [false, 'The DNS lookup failed.', RETRY_HINT],
  'connection-refused': [
    true,
    'The server refused the connection.',
    'Start the server, or open the port to the public.',
  ],
  'connection-reset': [false, 'The connection closed before the response was complete.', RETRY_HINT],
  unreachable: [false, 'The server is unreachable.', RETRY_HINT],
  tls: [
    true,
    'The TLS handshake failed.',
    'Serve HTTP/1.1 over TLS 1.2 or 1.3, with a valid certificate for this host name, its full chain, and an authority that browsers trust.',
  ],
  timeout: [false, 'The request timed out.', 'Respond within 10 seconds, redirects included.'],
  aborted: [false, 'The request was aborted before it completed.', RETRY_HINT],
  'too-large': [true, 'The response body is too large.', 'Limit it to 1 MiB, before and after decompression.'],
  'headers-too-large': [true, 'The response headers are too large.', 'Send at most 100 headers and 16 KiB in total.'],
  'too-many-redirects': [true, 'The URL redirects too often.', 'Use at most 3 redirects.'],
  'redirect-off-origin': [
    true,
    'The URL redirects to another origin.',
    'Serve the resource on this origin, or submit the https origin that it redirects to.',
  ],
  'bad-redirect': [true, 'The Location header of a redirect is not a valid URL.', 'Fix the Location header.'],
  'bad-encoding': [
    true,
    'The response body does not match its Content-Encoding.',
    'Send it uncompressed, or encode it with gzip, deflate, br, or zstd.',
  ],
  protocol: [true, 'The response is not valid HTTP/1.1.', 'Check which server listens on this port.'],
  'our-side': [false, 'The registry could not send the request.', RETRY_HINT],
} as const satisfies Record<string, readonly [decisive: boolean, message: string, hint: string]>;

/**
 * Creates a failure.
 *
 * @param detail added to the message in parentheses; must not contain unescaped text of the server
 */
export function failed(kind: FailureKind, detail?: string): FetchFailure {
  const [decisive, message, hint] = KINDS[kind];
  return {
    outcome: 'failed',
    kind,
    decisive,
    message: detail ? `${message.slice(0, -1)} (${detail}).` : message,
    hint,
  };
}
