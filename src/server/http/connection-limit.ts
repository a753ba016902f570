/** The limit of open connections of a server. Without it, idle connections would take all file descriptors of the process. */
export interface ConnectionLimit {
  /** The maximum number of open connections. Undefined without a limit. */
  readonly max: number | undefined;
  /** Records a connection that was closed because of the limit. */
  recordDrop(): void;
  /** The problem if connections were closed in the last five minutes, for `/health`. */
  problems(): readonly string[];
}

export interface ConnectionLimitOptions {
  /** Called for each connection that was closed because of the limit. */
  readonly onDrop: () => void;
  /** Receives a message for the operator: at the start if the limit is low, and at most once a minute about closed connections. */
  readonly onWarning: (message: string) => void;
  /** A monotonic clock in milliseconds (default: `performance.now`). */
  readonly now?: () => number;
}

/** For files, threads, git, and the connections of checks. */
const RESERVED_FILES = 256;

/** Most systems have a higher limit, so one below it is a mistake. */
const LOW_OPEN_FILES = 1024;

const WARNING_INTERVAL_MS = 60_000;
const PROBLEM_MS = 300_000;

const RAISE_LIMIT = 'Raise the limit of open files of the process (ulimit -n, or LimitNOFILE= of systemd).';

/**
 * Creates a limit of connections from the limit of open files. Each request may have a file open, so a connection counts
 * twice.
 * @param openFiles the maximum number of file descriptors of the process; undefined if unknown or unlimited
 */
export function createConnectionLimit(
  openFiles: number | undefined,
  { onDrop, onWarning, now = () => performance.now() }: ConnectionLimitOptions,
): ConnectionLimit {
  const max = openFiles && Math.max(1, Math.floor(openFiles / 4), Math.floor((openFiles - RESERVED_FILES) / 2));
  let dropped = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let droppedAt = Number.NEGATIVE_INFINITY;

  if (openFiles !== undefined && openFiles < LOW_OPEN_FILES)
    onWarning(`The process can have ${openFiles} open files, so it accepts ${max} connections. ${RAISE_LIMIT}`);

  return {
    max,
    recordDrop() {
      onDrop();
      droppedAt = now();
      dropped += 1;
      if (droppedAt - warnedAt < WARNING_INTERVAL_MS) return;
      onWarning(
        `Closed new connections: ${dropped}. The server had ${max} open connections, its maximum. ${RAISE_LIMIT}`,
      );
      warnedAt = droppedAt;
      dropped = 0;
    },
    problems() {
      if (now() - droppedAt > PROBLEM_MS) return [];
      return [`The server closed new connections, because it had ${max} open ones, its maximum. ${RAISE_LIMIT}`];
    },
  };
}

/**
 * Returns the maximum number of file descriptors of this process. Undefined if unknown or unlimited. Call it before the server
 * has connections, because it looks up the host names of their peers.
 */
export function getOpenFileLimit(): number | undefined {
  const report = process.report?.getReport() as { readonly userLimits?: { readonly open_files?: { soft?: unknown } } };
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}
