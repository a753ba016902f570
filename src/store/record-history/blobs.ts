import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Socket } from 'node:net';
import { type ByteReader, byteReader } from './byte-reader.ts';
import { ended, git } from './git.ts';

/** Reads contents of a repository by name, as many as wanted with one process. */
export interface Blobs {
  /** Undefined when there is no such blob, or one too large for a record. */
  read(blob: string): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** A manifest has at most 1 MiB as it is served; indented, as a record, it may have several times that. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Starts the reader, which runs until it is closed. Reads may overlap; they are answered in order. While none is under
 * way it keeps no process from ending, so that who reads until the very end need not close it.
 */
export function openBlobs(directory: string): Blobs {
  const child = git(directory, 'cat-file', '--batch');
  const end = ended(child);
  end.catch(() => undefined);
  child.stderr.resume();
  const output = byteReader(child.stdout);
  let queue: Promise<unknown> = Promise.resolve();
  let reads = 0;
  hold(child, false);
  return {
    read: async blob => {
      if (reads++ === 0) hold(child, true);
      child.stdin.write(`${blob}\n`);
      const answer = queue.then(() => within(child, answerIn(output)));
      queue = answer.catch(() => undefined);
      try {
        return await answer;
      } finally {
        if (--reads === 0) hold(child, false);
      }
    },
    close: async () => {
      hold(child, true);
      child.stdin.end();
      await queue;
      child.stdout.destroy();
      await end;
    },
  };
}

/** Whether this process waits for the child before it ends. */
function hold(child: ChildProcessWithoutNullStreams, held: boolean): void {
  const sockets = [child.stdin, child.stdout, child.stderr].filter(stream => stream instanceof Socket);
  for (const each of [child, ...sockets]) {
    if (held) each.ref();
    else each.unref();
  }
}

/** Kills a git that does not respond, so that reading fails instead of waiting without limit. */
async function within<T>(child: ChildProcessWithoutNullStreams, reading: Promise<T>): Promise<T> {
  const timer = setTimeout(() => child.kill('SIGKILL'), READ_TIMEOUT_MS).unref();
  try {
    return await reading;
  } finally {
    clearTimeout(timer);
  }
}

const READ_TIMEOUT_MS = 30_000;

/** `<name> blob <size>`, the content and a line feed; or `<name> missing`. */
async function answerIn(output: ByteReader): Promise<Uint8Array | undefined> {
  const line = await output.line();
  if (line === undefined) throw new Error('git cat-file ended before it had answered.');
  const [, type, length] = line.split(' ');
  if (length === undefined) return undefined;
  const size = Number(length);
  const content = type === 'blob' && size <= LARGEST ? await output.bytes(size) : await output.skip(size);
  await output.skip(1);
  return content;
}
