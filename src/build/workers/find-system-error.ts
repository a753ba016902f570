/** An error of the operating system, as Node throws it. */
interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
}

/** The first line of such an error, for example `Error: EACCES: permission denied, open '/srv/dist/index.html'`. */
const FIRST_LINE = /^Error: ((E[A-Z\d]+): [^\n]*?, (\w+)(?: '([^'\n]+)')?[^\n]*)$/m;

/**
 * Finds the error of the operating system that ended a process, such as a full disk, because its operator can fix that.
 * @param output the output of the process
 * @returns undefined if another error ended it
 */
export function findSystemError(output: string): SystemError | undefined {
  const [, message, code, syscall, path] = FIRST_LINE.exec(output) ?? [];
  if (code === undefined || syscall === undefined) return undefined;
  return Object.assign(new Error(message), { code, syscall, ...(path !== undefined && { path }) });
}
