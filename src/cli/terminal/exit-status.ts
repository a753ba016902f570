/** How every command ends. */
export const EXIT = {
  passed: 0,
  /** The work was done, and the answer is no. */
  failed: 1,
  /** The command could not do its work: wrong arguments, no such file, no registry. */
  impossible: 2,
  /** Stopped by Ctrl-C, as shells count it. */
  stopped: 130,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];
