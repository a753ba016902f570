import type { Prompts } from './prompts.ts';

/** The streams and environment of a command: those of the process, or of a test. */
export interface Terminal {
  /** Writes the result of the command. */
  out(text: string): void;
  /** Writes an error or a status message. */
  error(text: string): void;
  /** Writes a progress line that the next one replaces; does nothing if standard error is not a terminal. */
  progress(line: string): void;
  /** Reads all of standard input. */
  input(): Promise<Uint8Array>;
  /** The interactive prompts; undefined without a terminal. */
  readonly prompts: Prompts | undefined;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** Serves the MCP server of a registry over the standard streams; undefined if they are not available. */
  readonly serveMcp?: ServeMcp | undefined;
  /** Whether errors are JSON on standard output, because the command line has `--json`. */
  readonly failsAsJson?: boolean;
  /** The number of columns; undefined if the output is not a terminal. */
  readonly columns?: number | undefined;
  /** Whether to color what `out` writes. */
  readonly hasColors: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** @throws RegistryError if there is no registry at the URL */
export type ServeMcp = (options: ServeMcpOptions) => Promise<void>;

export interface ServeMcpOptions {
  /** The URL of the registry, without a trailing slash. */
  readonly registry: string;
  /** The URL in the User-Agent. */
  readonly siteUrl: string;
  /** Whether to allow http and loopback origins. */
  readonly local: boolean;
  readonly signal: AbortSignal;
}
