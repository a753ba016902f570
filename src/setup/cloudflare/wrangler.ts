import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The result of a wrangler command. */
export interface WranglerRun {
  readonly ok: boolean;
  /** The standard output. */
  readonly output: string;
  /** The machine-readable events; see WRANGLER_OUTPUT_FILE_PATH in the documentation of wrangler. */
  readonly events: readonly WranglerEvent[];
}

export interface WranglerEvent {
  readonly type: string;
  readonly version_id?: string | null;
  /** The URLs and hosts of the Worker. */
  readonly targets?: readonly string[];
  readonly preview_alias_url?: string;
  /** The error code of the platform, if the command failed. */
  readonly code?: number;
  readonly message?: string;
}

/** The error code of the platform for a Worker that does not exist. A token without rights gets another one. */
export const NO_SUCH_WORKER = 10007;

/** Returns the event with the error of a failed command. */
export function findFailure({ events }: Pick<WranglerRun, 'events'>): WranglerEvent | undefined {
  return events.find(({ type }) => type === 'command-failed');
}

export interface WranglerOptions {
  /** Does not print the output. */
  readonly quiet?: boolean;
  /** Sent to standard input, such as the value of a secret. */
  readonly input?: string;
  /** The account and its token. Defaults to CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN. */
  readonly account?: CloudflareAccount;
  /** The time limit in milliseconds (default: 30 minutes, or 5 minutes for a quiet command, which transfers no files). */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30 * 60_000;
const QUIET_TIMEOUT_MS = 5 * 60_000;

/** An account on Cloudflare, and a token that can edit its Workers. */
export interface CloudflareAccount {
  readonly id: string;
  readonly token: string;
}

export type Wrangler = (args: readonly string[], options?: WranglerOptions) => Promise<WranglerRun>;

/**
 * Runs the wrangler of this project with the credentials in the environment. Prints its output unless `quiet` is set. A command
 * that does not end in time fails, because wrangler can hang after its work.
 */
export async function wrangler(
  args: readonly string[],
  { quiet = false, input, account, timeoutMs = quiet ? QUIET_TIMEOUT_MS : TIMEOUT_MS }: WranglerOptions = {},
): Promise<WranglerRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wrangler-'));
  const eventsFile = path.join(folder, 'output.ndjson');
  try {
    const child = spawn(process.execPath, [path.join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...(account && { CLOUDFLARE_ACCOUNT_ID: account.id, CLOUDFLARE_API_TOKEN: account.token }),
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_OUTPUT_FILE_PATH: eventsFile,
        CI: 'true',
      },
      stdio: ['pipe', 'pipe', quiet ? 'ignore' : 'inherit'],
    });
    child.stdin.end(input ?? '');
    let output = '';
    child.stdout.on('data', chunk => {
      output += chunk;
      if (!quiet) process.stdout.write(chunk);
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
      // The process that it starts for the work keeps its output open.
      child.stdout.destroy();
    }, timeoutMs);
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    ).finally(() => clearTimeout(timer));
    if (isLate) return { ok: false, output, events: [createTimeoutEvent(timeoutMs)] };
    const lines = (await readFile(eventsFile, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    return { ok: code === 0, output, events: lines.map(line => JSON.parse(line) as WranglerEvent) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function createTimeoutEvent(timeoutMs: number): WranglerEvent {
  const message = `wrangler did not end within ${timeoutMs / 1000} seconds. Run the command again.`;
  return { type: 'command-failed', message };
}
