import { Socket } from 'node:net';
import type { PipedProcess } from '../processes/hosted-process.ts';
import { type ByteReader, byteReader } from './byte-reader.ts';
import { git, waitForExit } from './git.ts';

/** Reads the contents of blobs with one git process. */
export interface Blobs {
  /** Undefined if the blob does not exist or is too large for a record. */
  read(blob: string): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** A served manifest has at most 1 MiB. The indented record can be several times as large. */
const MAX_BLOB_BYTES = 16 * 1024 * 1024;

/**
 * Starts a reader, which runs until it is closed. Reads can overlap, and complete in order. An idle reader does not keep
 * this process alive, so closing it is optional at exit.
 */
export function openBlobs(directory: string): Blobs {
  const child = git(directory, 'cat-file', '--batch');
  const end = waitForExit(child);
  end.catch(() => undefined);
  child.stderr.resume();
  const output = byteReader(child.stdout);
  let queue: Promise<unknown> = Promise.resolve();
  let reads = 0;
  setReferenced(child, false);
  return {
    read: async blob => {
      if (reads++ === 0) setReferenced(child, true);
      child.stdin.write(`${blob}\n`);
      const response = queue.then(() => withTimeout(child, readResponse(output)));
      queue = response.catch(() => undefined);
      try {
        return await response;
      } finally {
        if (--reads === 0) setReferenced(child, false);
      }
    },
    close: async () => {
      setReferenced(child, true);
      child.stdin.end();
      await queue;
      child.stdout.destroy();
      await end;
    },
  };
}

/** Sets whether the child keeps this process alive. */
function setReferenced(child: PipedProcess, isReferenced: boolean): void {
  const sockets = [child.stdin, child.stdout, child.stderr].filter(stream => stream instanceof Socket);
  for (const each of [child, ...sockets]) {
    if (isReferenced) each.ref();
    else each.unref();
  }
}

/** Kills git if it does not respond in time, so that the read fails. */
async function withTimeout<T>(child: PipedProcess, read: Promise<T>): Promise<T> {
  const timer = setTimeout(() => child.kill('SIGKILL'), READ_TIMEOUT_MS).unref();
  try {
    return await read;
  } finally {
    clearTimeout(timer);
  }
}

const READ_TIMEOUT_MS = 30_000;

/** Parses `<id> blob <size>`, the content, and a line feed; or `<id> missing`. */
async function readResponse(output: ByteReader): Promise<Uint8Array | undefined> {
  const line = await output.line();
  if (line === undefined) throw new Error('git cat-file exited before it returned the blob.');
  const [, type, length] = line.split(' ');
  if (length === undefined) return undefined;
  const size = Number(length);
  const content = type === 'blob' && size <= MAX_BLOB_BYTES ? await output.bytes(size) : await output.skip(size);
  await output.skip(1);
  return content;
}
