/** An exchange that ended without a usable response. */
export interface FetchFailure {
  readonly outcome: 'failed';
  readonly kind: FailureKind;
  /** True when this is the publisher's definite answer; false when asking again later may end differently. */
  readonly decisive: boolean;
  readonly message: string;
  readonly hint: string;
}

export type FailureKind = keyof typeof KINDS;

const AGAIN = 'Nothing to mend if this was a passing fault; it is asked again later.';

const KINDS = {
  'dns-not-found': [
    true,
    'The name does not exist in the DNS, or has no address.',
    'Check the host name and its A and AAAA records.',
  ],
  'dns-failed': [false, 'The name could not be looked up.', AGAIN],
  'connection-refused': [true, 'The server refuses connections.', 'Start the server, or open the port to the public.'],
  'connection-reset': [false, 'The connection ended before the answer was complete.', AGAIN],
  unreachable: [false, 'There is no route to the server.', AGAIN],
  tls: [
    true,
    'The TLS handshake failed.',
    'Serve a valid certificate for this host name, with its whole chain, from an authority that browsers trust.',
  ],
  timeout: [false, 'The answer did not arrive in time.', 'The whole exchange may take 10 seconds.'],
  aborted: [false, 'The request was given up before it was answered.', AGAIN],
  'too-large': [true, 'The answer is too large.', 'Keep it within 1 MiB, before and after decompression.'],
  'headers-too-large': [true, 'The answer has too many or too long headers.', 'Keep to 100 headers and 16 KiB in all.'],
  'too-many-redirects': [true, 'The address redirects too often.', 'Answer directly, or after 3 redirects at most.'],
  'redirect-off-origin': [
    true,
    'The address redirects to another origin.',
    'Serve the answer on the listed origin itself, or list the origin that it redirects to.',
  ],
  'bad-redirect': [true, 'The address redirects to something that is not an address.', 'Mend the Location header.'],
  'bad-encoding': [
    true,
    'The body does not decode as its Content-Encoding says.',
    'Send it plain, or encoded as gzip, deflate, br or zstd.',
  ],
  protocol: [true, 'The answer is not valid HTTP/1.1.', 'Check what listens on this port.'],
  'our-side': [false, 'The request failed on our side.', AGAIN],
} as const satisfies Record<string, readonly [decisive: boolean, message: string, hint: string]>;

/**
 * A failure of a kind.
 *
 * @param detail said after the message in brackets; must not repeat the other side's text unprinted
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
