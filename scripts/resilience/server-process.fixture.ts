import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';

/** Long enough for a start on a busy machine. */
const TIMEOUT_MS = 100_000;

/** Shared by all servers, so that the site is compiled once. */
const REGISTRY_URL = 'http://127.0.0.1:4321';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A server in a separate process, as operators start it. */
export interface ServerProcess {
  readonly pid: number;
  /** The output on standard output and standard error. */
  text(): string;
  /** Waits for a text in the output. */
  wrote(pattern: RegExp): Promise<void>;
  /** Waits until it is ready. Returns its URL. */
  ready(): Promise<string>;
  /** Resolves with the exit status when it and all processes that write to its output have exited. */
  readonly ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
  /** Closes the pipes of its output, as a log collector that has ended. */
  closeOutput(): void;
}

const started: ChildProcess[] = [];

/**
 * Starts a server.
 *
 * @param settings variables to add to the environment of this process
 * @param command the command to run instead of `scripts/start.ts`
 */
export function startServer(
  settings: Readonly<Record<string, string>>,
  command: readonly string[] = [process.execPath, 'scripts/start.ts'],
): ServerProcess {
  const [program = '', ...args] = command;
  const env = { ...process.env, PORT: '0', REGISTRY_URL, SELF_LISTING: 'off', REVALIDATE: 'off', ...settings };
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let text = '';
  let isClosed = false;
  const ended = once(child, 'close').then(([code]) => code as number | null);
  ended.catch(() => undefined).finally(() => (isClosed = true));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk));
  async function wrote(pattern: RegExp): Promise<void> {
    for (const deadline = performance.now() + TIMEOUT_MS; !pattern.test(text); await sleep(20)) {
      if (performance.now() > deadline || isClosed)
        throw new Error(`The server did not write ${pattern}. It wrote:\n${text}`);
    }
  }
  return {
    pid: child.pid ?? 0,
    text: () => text,
    wrote,
    async ready() {
      await wrote(/ready at http:\S+/);
      return /ready at (http:\S+)/.exec(text)?.[1] ?? '';
    },
    ended,
    kill: signal => void child.kill(signal),
    closeOutput() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

/** Stops the servers that a test left running, and waits until they and their descendants have ended. */
export async function stopServers(): Promise<void> {
  await Promise.all(started.splice(0).map(stopProcess));
}
