import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { HostEvent, HostRequest } from './messages.ts';

/**
 * A process with pipes, as `child_process.spawn` returns it. `spawn` is emitted when `pid` is known, `close` after the end
 * of the process and of its output, `error` if it cannot run.
 */
export interface PipedProcess extends EventEmitter {
  readonly pid?: number | undefined;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  readonly killed: boolean;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  kill(signal?: NodeJS.Signals): boolean;
  /** Whether it keeps this process alive; one of the process host never does. */
  ref(): void;
  unref(): void;
}

/** The size of one message, so that many small writes take few messages. */
const INPUT_BYTES = 1024 * 1024;

/** A process of the process host. */
export class HostedProcess extends EventEmitter implements PipedProcess {
  readonly #id: number;
  readonly #send: (request: HostRequest) => void;
  readonly stdin: Writable;
  readonly stdout = new Readable({ read: () => undefined });
  readonly stderr = new Readable({ read: () => undefined });
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  killed = false;
  #written: ((error?: Error) => void) | undefined;

  constructor(id: number, send: (request: HostRequest) => void) {
    super();
    this.#id = id;
    this.#send = send;
    const write = (bytes: Uint8Array, done: (error?: Error) => void) => {
      this.#written = done;
      send({ type: 'input', id, bytes });
    };
    const end = (done: () => void) => {
      send({ type: 'input-end', id });
      done();
    };
    this.stdin = new Writable({
      highWaterMark: INPUT_BYTES,
      write: (chunk: Buffer, _, done) => write(chunk, done),
      writev: (chunks, done) => write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
      final: end,
      destroy: (error, done) => end(() => done(error)),
    });
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): boolean {
    this.killed = true;
    this.#send({ type: 'kill', id: this.#id, signal });
    return true;
  }

  ref(): void {}

  unref(): void {}

  /** Takes an event of the host. */
  take(event: HostEvent): void {
    if (event.type === 'spawned') {
      this.pid = event.pid;
      this.emit('spawn');
    } else if (event.type === 'written') {
      this.#endWrite(event.error);
    } else if (event.type === 'output') {
      const output = this[event.stream];
      if (!output.destroyed) output.push(Buffer.from(event.bytes));
    } else if (event.type === 'error') {
      this.#fail(Object.assign(new Error(event.message), { code: event.code }));
    } else {
      this.exitCode = event.code;
      this.signalCode = event.signal;
      this.killed ||= event.killed;
      this.#endWrite('The process has ended.');
      this.stdin.destroy();
      for (const output of [this.stdout, this.stderr]) if (!output.destroyed) output.push(null);
      this.emit('close', event.code, event.signal);
    }
  }

  /** Ends it because the host has ended. */
  abandon(): void {
    this.#fail(new Error('The process host has ended.'));
    this.take({ type: 'close', id: this.#id, code: null, signal: 'SIGKILL', killed: true });
  }

  #endWrite(error: string | undefined): void {
    const written = this.#written;
    this.#written = undefined;
    written?.(error === undefined ? undefined : new Error(error));
  }

  /** Like `child_process`, which reports errors only to listeners if the process has been started. */
  #fail(error: Error): void {
    if (this.listenerCount('error') > 0) this.emit('error', error);
  }
}
