/**
 * The outcome of a function that can fail in an expected way, such as a parser of untrusted input. Exceptions are for
 * bugs; expected failures are values of this type.
 */
export type Result<T, E> = Success<T> | Failure<E>;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failure<E> {
  readonly ok: false;
  readonly error: E;
}

/** Creates a successful result. */
export function success<T>(value: T): Success<T> {
  return { ok: true, value };
}

/** Creates a failed result. */
export function failure<E>(error: E): Failure<E> {
  return { ok: false, error };
}
