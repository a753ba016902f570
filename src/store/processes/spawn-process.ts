import { type ChildProcess, fork, spawn } from 'node:child_process';
import path from 'node:path';
import { HostedProcess, type PipedProcess } from './hosted-process.ts';
import type { HostEvent, HostRequest, ProcessOptions } from './messages.ts';

interface ProcessHost {
  readonly child: ChildProcess;
  /** Its processes, by id. */
  readonly processes: Map<number, HostedProcess>;
}

/** The process host of this process. */
let host: ProcessHost | undefined;
let lastId = 0;

/**
 * Starts the process host, a small process that starts all others of `spawnProcess` from now on. The system copies the page
 * tables of a process to start another one, and Node waits until the other one runs: a server with gigabytes of memory
 * would stop responding for a tenth of a second. Call it before the memory grows. The host ends with this process.
 */
export function startProcessHost(): void {
  if (host) return;
  const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env;
  const child = fork(path.join(import.meta.dirname, 'host.ts'), {
    serialization: 'advanced',
    execArgv: [],
    // Each process receives its own environment, and this one has no use for secrets.
    env: { PATH, SystemRoot, NODE_COMPILE_CACHE },
  });
  const started: ProcessHost = { child, processes: new Map() };
  host = started;
  child.on('message', (event: HostEvent) => {
    const found = started.processes.get(event.id);
    if (event.type === 'close') started.processes.delete(event.id);
    found?.take(event);
  });
  // A failed message means that the host has ended.
  child.on('error', () => undefined);
  child.once('exit', () => {
    if (host === started) host = undefined;
    for (const each of started.processes.values()) each.abandon();
    started.processes.clear();
  });
  child.unref();
  child.channel?.unref();
}

/** Stops the process host once its processes have ended. Later ones are started directly. */
export function stopProcessHost(): void {
  if (host?.child.connected) host.child.disconnect();
  host = undefined;
}

/** Starts a process with pipes, without a shell: with the process host if it runs, otherwise directly. */
export function spawnProcess(command: string, args: readonly string[], options: ProcessOptions): PipedProcess {
  if (!host?.child.connected) return spawn(command, args, { ...options, stdio: 'pipe' });
  const { child, processes } = host;
  const send = (request: HostRequest) => {
    if (child.connected) child.send(request);
  };
  const id = ++lastId;
  const started = new HostedProcess(id, send);
  processes.set(id, started);
  send({ type: 'spawn', id, command, args, options });
  return started;
}
