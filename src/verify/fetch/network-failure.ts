import { errors } from 'undici';
import { type FailureKind, type FetchFailure, failed } from './fetch-failure.ts';
import type { FetchRejection } from './fetch-result.ts';
import type { Rejection } from './rules/rejection.ts';

/** Carries a rejection through undici, which passes on only errors. */
export class RejectedConnection extends Error {
  readonly code = 'ERR_REFUSED_CONNECTION';
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(rejection.message);
    this.rejection = rejection;
  }
}

/** Carries a failure that this client detected through undici. */
export class FailedExchange extends Error {
  readonly code = 'ERR_FAILED_EXCHANGE';
  readonly failure: FetchFailure;

  constructor(kind: FailureKind, options?: ErrorOptions) {
    const failure = failed(kind);
    super(failure.message, options);
    this.failure = failure;
  }
}

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-reset',
  EPIPE: 'connection-reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection-reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'headers-too-large',
};

/** Error codes of OpenSSL and of the certificate checks of Node, which has `UNSPECIFIED` for the rare ones, such as a SHA-1 signature. */
const TLS_CODE =
  /^(ERR_(SSL|TLS)_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_|INVALID_|PATH_LENGTH_|HOSTNAME_|EE_|CA_)|^EPROTO$|^UNSPECIFIED$/;

/**
 * Converts an error of the network stack to a failure.
 *
 * The message contains only error codes, because the texts of these errors quote the server: names in certificates, or
 * bytes of the response.
 *
 * @throws the error itself if it does not come from the network
 */
export function toFetchFailure(error: unknown): FetchFailure | FetchRejection {
  if (error instanceof RejectedConnection) return { outcome: 'refused', ...error.rejection };
  if (error instanceof FailedExchange) return error.failure;
  if (error instanceof AggregateError) return combineFailures(error.errors);
  if (error instanceof errors.HTTPParserError) return failed('protocol');
  const code = getCode(error);
  if (code === undefined) throw error;
  if (code === 'UND_ERR_SOCKET') {
    const isMalformed = error instanceof Error && /^bad (response|upgrade)$/.test(error.message);
    return failed(isMalformed ? 'protocol' : 'connection-reset');
  }
  const kind = KIND_OF_CODE[code];
  if (kind) return failed(kind, kind === 'unreachable' ? code : undefined);
  if (TLS_CODE.test(code)) return failed('tls', code);
  return failed('our-side', code);
}

/** Selects the most specific failure of several connection attempts: a refused connection over a missing route. */
function combineFailures(errors: readonly unknown[]): FetchFailure {
  const codes = errors.map(getCode);
  if (codes.includes('ETIMEDOUT')) return failed('timeout');
  if (codes.includes('ECONNREFUSED')) return failed('connection-refused');
  if (codes.includes('ECONNRESET')) return failed('connection-reset');
  return failed(
    'unreachable',
    codes.find(code => code !== undefined),
  );
}

function getCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
