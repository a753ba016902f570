import type { Prompts } from './prompts.ts';

/** Where a command reads and writes: a process, or a test. */
export interface Terminal {
  /** What was asked for. */
  out(text: string): void;
  /** What went wrong, and what is going on. */
  error(text: string): void;
  /** How far long work is, in one line that the next one replaces; nothing where nobody watches. */
  progress(line: string): void;
  /** All of standard input. */
  input(): Promise<Uint8Array>;
  /** Asks the person at the terminal; undefined where there is none. */
  readonly ask: Prompts | undefined;
  /** Aborted when the person or the system wants the command to end. */
  readonly stopped: AbortSignal;
  /** Serves the tool hub over the standard streams, which then carry nothing else; undefined where they cannot. */
  readonly serveHub?: ServeMcp | undefined;
  /** Whether `out` shows colours. */
  readonly colours: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** @throws RegistryError when there is no registry at the address */
export type ServeMcp = (options: ServeMcpOptions) => Promise<void>;

export interface ServeMcpOptions {
  /** The registry's address, without a trailing slash. */
  readonly registry: string;
  /** Where the User-Agent leads. */
  readonly siteUrl: string;
  /** Whether origins may also be http and on loopback. */
  readonly local: boolean;
  readonly stopped: AbortSignal;
}
