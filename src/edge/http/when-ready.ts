/**
 * Calls a function with a value, at once if the value is not a promise. A frequent response that needs no waiting is sent
 * without turns of the microtask queue.
 */
export function whenReady<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
