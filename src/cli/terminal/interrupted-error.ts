/** Thrown when a signal, such as SIGINT from Ctrl-C, ends a command early. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
