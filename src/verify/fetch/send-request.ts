import { type Dispatcher, errors } from 'undici';
import { concatBytes } from './concat-bytes.ts';
import type { HopRequest, HopResult } from './exchange.ts';
import { failed } from './fetch-failure.ts';
import { headerRecord } from './header-record.ts';
import { FailedExchange } from './network-failure.ts';

/** What an unwanted body may cost before the connection is dropped instead of kept. */
const DROPPED_BYTES = 64 * 1024;
const DROPPED_MS = 500;

/**
 * Sends one request and collects the answer, its body still encoded.
 *
 * Works on undici's `dispatch`: nothing is buffered beyond `maxBytes`, and an abort takes effect wherever the exchange is.
 *
 * @throws the errors of the network stack
 */
export function sendRequest(agent: Dispatcher, request: HopRequest): Promise<HopResult> {
  const { promise, resolve, reject } = Promise.withResolvers<HopResult>();
  const { url, method, signal } = request;
  let controller: Dispatcher.DispatchController | undefined;
  let answer: { status: number; headers: Record<string, string> } | undefined;
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let wanted = true;
  let dropTimer: NodeJS.Timeout | undefined;

  const stop = () => controller?.abort(new Error('The rest of the answer is not wanted.'));
  const finish = (result: HopResult) => {
    resolve(result);
    stop();
  };
  const respond = () => {
    if (answer) finish({ outcome: 'response', ...answer, body: concatBytes(chunks) });
  };
  const giveUp = () => {
    reject(new FailedExchange('aborted'));
    stop();
  };
  signal.addEventListener('abort', giveUp, { once: true });

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
        const headers = headerRecord(fieldsOf(started.rawHeaders));
        if (!headers) return finish(failed('headers-too-large'));
        answer = { status, headers };
        wanted = request.wantsBody(status);
        if (!wanted) dropTimer = setTimeout(respond, DROPPED_MS);
        else if (method === 'GET' && Number(headers['content-length']) > request.maxBytes) finish(failed('too-large'));
      },
      onResponseData(_, chunk) {
        bytes += chunk.byteLength;
        if (wanted && bytes > request.maxBytes) finish(failed('too-large'));
        else if (wanted) chunks.push(chunk);
        else if (bytes > DROPPED_BYTES) respond();
      },
      onResponseEnd: respond,
      onResponseError: (_, error) => reject(answer ? error : asParserError(error)),
    },
  );

  return promise.finally(() => {
    clearTimeout(dropTimer);
    signal.removeEventListener('abort', giveUp);
    chunks = [];
  });
}

/** undici reports contradictory lengths in the headers as a body of the wrong length, though none has come. */
function asParserError(error: Error): Error {
  return error instanceof errors.ResponseContentLengthMismatchError
    ? new FailedExchange('protocol', { cause: error })
    : error;
}

function* fieldsOf(raw: Dispatcher.DispatchController['rawHeaders']): Generator<[string, string]> {
  const fields = Array.isArray(raw) ? raw : [];
  for (let i = 0; i + 1 < fields.length; i += 2) yield [latin1(fields[i]), latin1(fields[i + 1])];
}

function latin1(field: Buffer | string | undefined): string {
  return field === undefined ? '' : field.toString('latin1');
}
