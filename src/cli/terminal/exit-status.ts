/** The exit statuses of all commands. */
export const EXIT = {
  passed: 0,
  /** The command ran, and its result is negative, such as a failed check. */
  failed: 1,
  /** The command could not run: invalid arguments, a missing file, or an unreachable registry. */
  error: 2,
  /** Interrupted by Ctrl-C: 128 plus the number of SIGINT, as in shells. */
  interrupted: 130,
  /** The reader of standard output closed it: 128 plus the number of SIGPIPE. */
  closedPipe: 141,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];
