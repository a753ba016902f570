import { errors } from 'undici';
import { type FailureKind, type FetchFailure, failed } from './fetch-failure.ts';
import type { FetchRefusal } from './fetch-result.ts';
import type { Rejection } from './rules/rejection.ts';

/** Carries a refusal through undici, which knows only errors, from where the connection is made. */
export class RejectedConnection extends Error {
  readonly code = 'ERR_REFUSED_CONNECTION';
  readonly refusal: Rejection;

  constructor(refusal: Rejection) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Carries a failure that this side found through undici, likewise. */
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

/** Codes of OpenSSL and of Node's certificate checks. */
const TLS_CODE =
  /^(ERR_(SSL|TLS)_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_|INVALID_|PATH_LENGTH_|HOSTNAME_|EE_|CA_)|^EPROTO$/;

/**
 * What an error of the network stack means for whoever named the address.
 *
 * Only codes get into the message: texts of these errors quote the other side (names in certificates, bytes of the answer).
 *
 * @throws the error itself when it does not come from the network
 */
export function networkFailure(error: unknown): FetchFailure | FetchRefusal {
  if (error instanceof RejectedConnection) return { outcome: 'refused', ...error.refusal };
  if (error instanceof FailedExchange) return error.failure;
  if (error instanceof AggregateError) return failureOfAttempts(error.errors);
  if (error instanceof errors.HTTPParserError) return failed('protocol');
  const code = codeOf(error);
  if (code === undefined) throw error;
  if (code === 'UND_ERR_SOCKET') {
    const answered = error instanceof Error && /^bad (response|upgrade)$/.test(error.message);
    return failed(answered ? 'protocol' : 'connection-reset');
  }
  const kind = KIND_OF_CODE[code];
  if (kind) return failed(kind, kind === 'unreachable' ? code : undefined);
  if (TLS_CODE.test(code)) return failed('tls', code);
  return failed('our-side', code);
}

/** Several addresses were tried, and none answered: a refusal by one says more than a missing route to another. */
function failureOfAttempts(errors: readonly unknown[]): FetchFailure {
  const codes = errors.map(codeOf);
  if (codes.includes('ETIMEDOUT')) return failed('timeout');
  if (codes.includes('ECONNREFUSED')) return failed('connection-refused');
  if (codes.includes('ECONNRESET')) return failed('connection-reset');
  return failed(
    'unreachable',
    codes.find(code => code !== undefined),
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
