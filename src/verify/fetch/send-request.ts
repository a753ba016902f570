import { type Dispatcher, errors } from 'undici';
import { concatBytes } from './concat-bytes.ts';
import type { HopRequest, HopResult } from './exchange.ts';
import { failed } from './fetch-failure.ts';
import { collectHeaders } from './header-record.ts';
import { FailedExchange } from './network-failure.ts';

/** Limits for reading a dropped body. Beyond them, closing the connection is cheaper than reusing it. */
const DROPPED_BYTES = 64 * 1024;
const DROPPED_MS = 500;

/**
 * Sends one request and returns the response with its body still encoded.
 *
 * Uses the `dispatch` method of undici, which buffers at most `maxBytes` and can abort in every phase of the request.
 *
 * @throws errors of the network stack
 */
export function sendRequest(agent: Dispatcher, request: HopRequest): Promise<HopResult> {
  const { promise, resolve, reject } = Promise.withResolvers<HopResult>();
  const { url, method, signal } = request;
  let controller: Dispatcher.DispatchController | undefined;
  let head: { status: number; headers: Record<string, string> } | undefined;
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let readsBody = true;
  let dropTimer: NodeJS.Timeout | undefined;

  const stop = () => controller?.abort(new Error('The rest of the response is not needed.'));
  const finish = (result: HopResult) => {
    resolve(result);
    stop();
  };
  const respond = () => {
    if (head) finish({ outcome: 'response', ...head, body: concatBytes(chunks) });
  };
  const abort = () => {
    reject(new FailedExchange('aborted'));
    stop();
  };
  signal.addEventListener('abort', abort, { once: true });

  agent.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { ...request.headers, 'accept-encoding': 'gzip, deflate, br, zstd' },
    },
    {
      onRequestStart(started) {
        controller = started;
        if (signal.aborted) stop();
      },
      onResponseStart(started, status) {
        if (status < 200) return;
        const headers = collectHeaders(listFields(started.rawHeaders));
        if (!headers) return finish(failed('headers-too-large'));
        head = { status, headers };
        readsBody = request.wantsBody(status);
        if (!readsBody) dropTimer = setTimeout(respond, DROPPED_MS);
        else if (method === 'GET' && Number(headers['content-length']) > request.maxBytes) finish(failed('too-large'));
      },
      onResponseData(_, chunk) {
        bytes += chunk.byteLength;
        if (readsBody && bytes > request.maxBytes) finish(failed('too-large'));
        else if (readsBody) chunks.push(chunk);
        else if (bytes > DROPPED_BYTES) respond();
      },
      onResponseEnd: respond,
      onResponseError: (_, error) => reject(head ? error : toParserError(error)),
    },
  );

  return promise.finally(() => {
    clearTimeout(dropTimer);
    signal.removeEventListener('abort', abort);
    chunks = [];
  });
}

/** undici reports contradictory lengths in the headers as a body of the wrong length, even before any body arrives. */
function toParserError(error: Error): Error {
  return error instanceof errors.ResponseContentLengthMismatchError
    ? new FailedExchange('protocol', { cause: error })
    : error;
}

function* listFields(raw: Dispatcher.DispatchController['rawHeaders']): Generator<[string, string]> {
  const fields = Array.isArray(raw) ? raw : [];
  for (let i = 0; i + 1 < fields.length; i += 2) yield [latin1(fields[i]), latin1(fields[i + 1])];
}

function latin1(field: Buffer | string | undefined): string {
  return field === undefined ? '' : field.toString('latin1');
}
