import { printable } from '#manifest/text/excerpt.ts';
import { EXIT } from './exit-status.ts';
import { HelpRequest } from './help-request.ts';
import { UsageError } from './usage-error.ts';

export interface ScriptOptions {
  /** The exit status of all errors except invalid arguments (default: 1). */
  readonly errorStatus?: number;
}

/**
 * Runs the main function of a script. If it returns a number, sets the exit status of the process to it.
 *
 * If the function throws a `HelpRequest`, prints the help. If it throws another error, prints a message instead of a stack
 * trace. The exit status is 2 for invalid arguments and `errorStatus` for other errors.
 */
export async function runScript(main: () => unknown, { errorStatus = EXIT.failed }: ScriptOptions = {}): Promise<void> {
  try {
    const status = await main();
    if (typeof status === 'number') process.exitCode = status;
  } catch (error) {
    if (error instanceof HelpRequest) return console.log(error.message);
    process.exitCode = isUsageError(error) ? EXIT.error : errorStatus;
    const hint = isExpectedError(error) || process.env.DEBUG ? '' : ' Set DEBUG=1 to print the stack trace.';
    console.error(formatError(error) + hint);
    if (process.env.DEBUG) console.error(error);
  }
}

/** Formats an error for the operator: the message of an expected error, or one line for an unexpected error. */
export function formatError(error: unknown): string {
  if (isParseArgsError(error)) return printable(firstSentence(error.message));
  if (isSystemError(error)) return toSentence(`${error.message}${FIXES[error.code] ?? ''}`);
  if (error instanceof RangeError) return error.message.split('\n').map(printable).join('\n');
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const detail = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
  return `Unexpected error: ${toSentence(message + detail)}`;
}

/** True if the message of an error is meant for the operator, so that the stack trace would not help. */
export function isExpectedError(error: unknown): boolean {
  return error instanceof RangeError || isParseArgsError(error) || isSystemError(error);
}

/** True if the arguments on the command line are invalid. */
export function isUsageError(error: unknown): boolean {
  return error instanceof UsageError || isParseArgsError(error);
}

/** How to fix the most common errors of the operating system. */
const FIXES: Readonly<Record<string, string>> = {
  ENOENT: '. Check the path.',
  EISDIR: '. Use the path of a file.',
  ENOTDIR: '. Use the path of a folder.',
  EROFS: '. Use a folder that this user can write.',
  EACCES: '. Check the permissions.',
  EPERM: '. Check the permissions.',
  EADDRINUSE: '. Stop the other server, or choose another port.',
  ENOSPC: '. Free some disk space.',
  EXDEV: '. Use folders on the same file system.',
};

/** True for the errors of `parseArgs` from `node:util`. */
function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS_');
}

/** True for errors of the operating system, such as a missing file or a full disk. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** Returns the first sentence of a message of Node, because the advice after it rarely fits, such as that about `--`. */
export function firstSentence(message: string): string {
  return toSentence(message.split('. ')[0] ?? message);
}

/** One printable line that ends with a period. */
function toSentence(text: string): string {
  return printable(
    text
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/\.?$/, '.'),
  );
}
