import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a start on a busy machine. */
const TIMEOUT_MS = 100_000;

/** The same for all servers, whatever their ports, so that the site is compiled once. */
const REGISTRY_URL = 'http://127.0.0.1:4321';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A server in a separate process, as operators start it. */
export interface ServerProcess {
  readonly pid: number;
  /** Everything that it wrote to standard output and standard error. */
  text(): string;
  /** Waits until it wrote something. */
  wrote(pattern: RegExp): Promise<void>;
  /** Waits until it serves; returns its address. */
  ready(): Promise<string>;
  /** Resolves with its exit status when it and the processes that write to its output have ended. */
  readonly ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

const started: ChildProcess[] = [];
const startedDescendants = new Set<number>();

/**
 * Starts a server.
 *
 * @param settings its environment, beside what this process has
 * @param command what to run in place of `scripts/start.ts`
 */
export function startServer(
  settings: Readonly<Record<string, string>>,
  command: readonly string[] = [process.execPath, 'scripts/start.ts'],
): ServerProcess {
  const [program = '', ...args] = command;
  const env = { ...process.env, PORT: '0', REGISTRY_URL, ...settings };
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk));
  async function wrote(pattern: RegExp): Promise<void> {
    for (const deadline = performance.now() + TIMEOUT_MS; !pattern.test(text); await sleep(20)) {
      if (performance.now() > deadline || child.exitCode !== null)
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
    ended: once(child, 'close').then(([code]) => code),
    kill: signal => void child.kill(signal),
  };
}

/** Kills what a test started and left running. */
export function killServers(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const pid of startedDescendants) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  startedDescendants.clear();
}

/** A process as `ps` lists it. */
export interface ListedProcess {
  readonly pid: number;
  readonly command: string;
}

/** The running processes that a process started, and that those started. */
export function descendantsOf(pid: number): ListedProcess[] {
  const listed = listProcesses();
  const found: ListedProcess[] = [];
  const parents = [pid];
  for (const parent of parents) {
    for (const each of listed) {
      if (each.parent !== parent) continue;
      parents.push(each.pid);
      startedDescendants.add(each.pid);
      found.push(each);
    }
  }
  return found;
}

/** Whether a process is running; one that ended and that nobody has waited for does not count. */
export function isRunning(pid: number): boolean {
  return listProcesses().some(each => each.pid === pid);
}

function listProcesses() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args=']).toString().trim().split('\n');
  return lines.flatMap(line => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
