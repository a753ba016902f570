import { HelpRequest } from '#cli/terminal/help-request.ts';
import { formatError, isUsageError } from '#cli/terminal/run-script.ts';
import type { Config } from '#edge/config.ts';

/** The properties of system errors that describe the failure. */
interface SystemError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly port?: number;
}

/**
 * Describes in one line why a registry could not start, and what the operator can do about it.
 * @returns undefined if the error is a bug, whose stack is needed
 */
export function describeStartError(
  error: unknown,
  { host, metrics }: Partial<Pick<Config, 'host' | 'metrics'>> = {},
): string | undefined {
  if (error instanceof RangeError) return error.message;
  const { code, syscall, path, port, message } = error as SystemError;
  const [hostSetting, portSetting] =
    port !== undefined && port === metrics?.port ? ['METRICS_LISTEN', 'METRICS_LISTEN'] : ['HOST', 'PORT'];
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set ${portSetting} to another port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Cannot listen on ${hostSetting === 'HOST' ? host : metrics?.host}: this machine does not have that IP address. Change ${hostSetting}.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} needs more privileges. Set ${portSetting} to a port from 1024.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${path ?? message}: permission denied. Start the server as the owner of this file, or change its permissions.`;
  if (code === 'EROFS')
    return `${path ?? message} is on a read-only file system. The server writes to DATA_DIR, and to .cache and .astro in its own folder.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk is full: ${path ?? message}. Free some space.`;
  return undefined;
}

interface StartContext {
  /** Undefined if the settings are invalid. */
  readonly config: Config | undefined;
  /** Whether a signal ended the start, which is not a failure. */
  readonly isStopping: boolean;
}

/** Prints why a registry could not start, or the help. Returns the exit status. */
export function reportStartError(error: unknown, { config, isStopping }: StartContext): number {
  if (error instanceof HelpRequest) console.log(error.message);
  if (error instanceof HelpRequest || isStopping) return 0;
  const line = describeStartError(error, config);
  console.error(line ?? formatError(error));
  if (line === undefined && process.env.DEBUG) console.error(error);
  return line === undefined && !isUsageError(error) ? 1 : 2;
}
