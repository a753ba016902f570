/** How every command ends. */
export const EXIT = {
  passed: 0,
  failed: 1,
  /** The command could not do its work: wrong arguments, no such file. */
  impossible: 2,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];
