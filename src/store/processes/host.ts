/**
 * The process host: starts processes for a server (`startProcessHost`), and forwards their input and output. If the server
 * ends, the input of its processes ends, and the host ends after them.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { HostEvent, HostRequest } from './messages.ts';

interface Hosted {
  readonly child: ChildProcessWithoutNullStreams;
  readonly isGroup: boolean;
}

const hosted = new Map<number, Hosted>();

process.on('message', (request: HostRequest) => {
  if (request.type === 'spawn') start(request);
  else handle(request, hosted.get(request.id));
});

process.once('disconnect', () => {
  for (const { child } of hosted.values()) child.stdin.destroy();
  if (hosted.size === 0) process.exit(0);
});

// The terminal sends its signals to the whole group. The server decides when its processes end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function start({ id, command, args, options }: Extract<HostRequest, { type: 'spawn' }>): void {
  const child = spawn(command, args, { ...options, stdio: 'pipe' });
  hosted.set(id, { child, isGroup: options.detached === true });
  child.once('spawn', () => emit({ type: 'spawned', id, pid: child.pid ?? 0 }));
  child.on('error', (error: NodeJS.ErrnoException) => {
    emit({ type: 'error', id, message: error.message, code: error.code });
  });
  // A write reports its own error.
  child.stdin.on('error', () => undefined);
  for (const stream of ['stdout', 'stderr'] as const) {
    const output = child[stream];
    output.on('error', () => undefined);
    output.on('data', (bytes: Uint8Array) => {
      output.pause();
      emit({ type: 'output', id, stream, bytes }, () => output.resume());
    });
  }
  child.once('close', (code, signal) => {
    hosted.delete(id);
    emit({ type: 'close', id, code, signal, killed: child.killed });
    if (!process.connected && hosted.size === 0) process.exit(0);
  });
}

function handle(request: Exclude<HostRequest, { type: 'spawn' }>, found: Hosted | undefined): void {
  const { id } = request;
  if (request.type === 'input') {
    const done = (error?: Error | null) => emit({ type: 'written', id, error: error?.message });
    if (found) found.child.stdin.write(request.bytes, done);
    else done(new Error('The process has ended.'));
  } else if (request.type === 'input-end') {
    found?.child.stdin.end();
  } else if (found) {
    kill(found, request.signal);
  }
}

function kill({ child, isGroup }: Hosted, signal: NodeJS.Signals): void {
  if (isGroup && child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    try {
      process.kill(-child.pid, signal);
      return;
    } catch {
      // The group has ended.
    }
  }
  child.kill(signal);
}

/** @param done called when the message is sent, or can no longer be */
function emit(event: HostEvent, done: () => void = () => undefined): void {
  if (process.connected) process.send?.(event, undefined, undefined, done);
  else done();
}
