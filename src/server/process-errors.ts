import type { EventEmitter } from 'node:events';

/** Milliseconds from a signal to the exit of the process, even if work is still running. A crash loses no data. */
export const EXIT_AFTER_MS = 7500;

/** The same before the registry is ready. No request is waiting then. */
export const EXIT_START_AFTER_MS = 2000;

/** The process of a server: `process`, or its substitute in tests. */
export interface ServerProcess extends Pick<EventEmitter, 'on'> {
  readonly stdout: Pick<EventEmitter, 'on'>;
  readonly stderr: Pick<EventEmitter, 'on'>;
  exit(status: number): void;
}

export interface ProcessErrorOptions {
  /** Logs an error. */
  readonly report: (error: unknown) => void;
  /** Stops the server: finishes the requests in flight. */
  readonly close: () => Promise<void>;
  /** Milliseconds from an exception to the exit of the process (default: `EXIT_AFTER_MS`). */
  readonly exitAfterMs?: number;
}

/**
 * Handles the errors of a server process that no code has caught (decision 15).
 *
 * - A rejected promise, and the end of a connection, concern one operation: they are logged, and the server continues.
 * - Any other exception has interrupted code at an unknown place: it is logged, and the process closes and exits with
 *   status 1, so that its supervisor starts it again.
 * - A closed standard output or standard error loses the log and nothing else.
 */
export function handleProcessErrors(
  server: ServerProcess,
  { report, close, exitAfterMs = EXIT_AFTER_MS }: ProcessErrorOptions,
): void {
  let isExiting = false;

  function exit(error: unknown): void {
    report(new Error('An uncaught exception stops the server.', { cause: error }));
    report(error);
    if (isExiting) return;
    isExiting = true;
    setTimeout(() => server.exit(1), exitAfterMs).unref();
    close().then(
      () => server.exit(1),
      failure => {
        report(failure);
        server.exit(1);
      },
    );
  }

  // Without these listeners, each line of the log would be an uncaught exception.
  for (const output of [server.stdout, server.stderr]) output.on('error', () => undefined);
  server.on('unhandledRejection', report);
  server.on('uncaughtException', error => (isDisconnect(error) ? report(error) : exit(error)));
}

/** The codes of errors that a peer causes by ending its connection. */
const DISCONNECTS: ReadonlySet<unknown> = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
]);

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DISCONNECTS.has(error.code);
}
