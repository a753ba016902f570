/** The options of a process; a subset of those of `child_process.spawn`. */
export interface ProcessOptions {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the process gets its own process group, which `kill` ends as a whole. */
  readonly detached?: boolean;
  readonly windowsHide?: boolean;
  /** Kills the process after this time, in milliseconds. */
  readonly timeout?: number;
  readonly killSignal?: 'SIGKILL';
}

/** A message to the process host. The host handles the messages about a process in order. */
export type HostRequest =
  | {
      readonly type: 'spawn';
      readonly id: number;
      readonly command: string;
      readonly args: readonly string[];
      readonly options: ProcessOptions;
    }
  /** Writes to the process, which `written` acknowledges. */
  | { readonly type: 'input'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'input-end'; readonly id: number }
  | { readonly type: 'kill'; readonly id: number; readonly signal: NodeJS.Signals };

/** A message from the process host. */
export type HostEvent =
  | { readonly type: 'spawned'; readonly id: number; readonly pid: number }
  | { readonly type: 'written'; readonly id: number; readonly error: string | undefined }
  | {
      readonly type: 'output';
      readonly id: number;
      readonly stream: 'stdout' | 'stderr';
      readonly bytes: Uint8Array;
    }
  | { readonly type: 'error'; readonly id: number; readonly message: string; readonly code: string | undefined }
  /** After the end of the process and of its output. */
  | {
      readonly type: 'close';
      readonly id: number;
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
      /** Whether the host killed the process, for example after its timeout. */
      readonly killed: boolean;
    };
