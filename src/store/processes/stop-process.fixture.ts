import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a process may take to exit after SIGTERM, in milliseconds. A server needs up to 8 seconds on an idle machine. */
const TIMEOUT_MS = 30_000;

/** A process in the output of `ps`. */
export interface ListedProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * Stops a process of a test: sends SIGTERM, and waits until it, its descendants, and all processes that write to its output
 * have ended. Kills those that still run after 30 seconds. Does nothing if the process has ended.
 */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || isClosed(child)) return;
  const closed = once(child, 'close');
  const descendants = descendantsOf(child.pid).map(({ pid }) => pid);
  child.kill('SIGTERM');
  const timeout = new AbortController();
  await Promise.race([closed, sleep(TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined)]);
  timeout.abort();
  if (!isClosed(child)) child.kill('SIGKILL');
  await endProcesses(descendants, isClosed(child) ? TIMEOUT_MS : 0);
  await closed;
}

/** Waits until processes have ended. Kills those that still run after the timeout in milliseconds. */
async function endProcesses(pids: Iterable<number>, timeout = TIMEOUT_MS): Promise<void> {
  let running = [...pids];
  for (const deadline = performance.now() + timeout; ; await sleep(50)) {
    const listed = new Set(running.length > 0 ? listProcesses().map(({ pid }) => pid) : []);
    running = running.filter(pid => listed.has(pid));
    if (running.length === 0) return;
    if (performance.now() > deadline) running.forEach(killProcess);
  }
}

/** Returns all running descendants of a process. */
export function descendantsOf(pid: number): ListedProcess[] {
  const listed = listProcesses();
  const found: ListedProcess[] = [];
  const parents = [pid];
  for (const parent of parents) {
    for (const each of listed) {
      if (each.parent !== parent) continue;
      parents.push(each.pid);
      found.push(each);
    }
  }
  return found;
}

/** True if a process is running. Zombies do not count. */
export function isRunning(pid: number): boolean {
  return listProcesses().some(each => each.pid === pid);
}

/** Whether a process has ended, and the pipes of its output with it. */
function isClosed({ exitCode, signalCode, stdio }: ChildProcess): boolean {
  return (exitCode !== null || signalCode !== null) && stdio.every(stream => stream?.closed !== false);
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function listProcesses() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args=']).toString().trim().split('\n');
  return lines.flatMap(line => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
