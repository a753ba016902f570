import { type Dispatcher, errors } from 'undici';
import { ByteCollector } from './byte-collector.ts';
import { type BodyMode, type HopRequest, type HopResult, SAMPLE_BYTES, SAMPLE_MS } from './exchange.ts';
import { failed } from './fetch-failure.ts';
import { collectHeaders } from './header-record.ts';
import { FailedExchange } from './network-failure.ts';

/**
 * Sends one request and returns the response with its body still encoded.
 *
 * Uses the `dispatch` method of undici, which buffers at most `maxBytes` and can abort in every phase of the request.
 *
 * @throws errors of the network stack
 */
export function sendRequest(dispatcher: Dispatcher, request: HopRequest): Promise<HopResult> {
  const { promise, resolve, reject } = Promise.withResolvers<HopResult>();
  const { url, method, signal } = request;
  let controller: Dispatcher.DispatchController | undefined;
  let head: { status: number; headers: Record<string, string> } | undefined;
  const body = new ByteCollector();
  let bytes = 0;
  let mode: BodyMode = 'read';
  let isPartial = false;
  let timer: NodeJS.Timeout | undefined;

  const stop = () => controller?.abort(new Error('The rest of the response is not needed.'));
  const finish = (result: HopResult) => {
    resolve(result);
    stop();
  };
  const respond = () => {
    if (head) resolve({ outcome: 'response', ...head, body: body.toBytes(), ...(isPartial && { isPartial }) });
  };
  const respondEarly = () => {
    isPartial = mode === 'sample';
    respond();
    stop();
  };
  const abort = () => {
    reject(new FailedExchange('aborted'));
    stop();
  };
  signal.addEventListener('abort', abort, { once: true });

  dispatcher.dispatch(
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
        // The parser accepts a status such as 099, and undici fails an assertion at its end.
        if (status < 100) return finish(failed('protocol'));
        if (status < 200) return;
        const headers = collectHeaders(listFields(started.rawHeaders));
        if (!headers) return finish(failed('headers-too-large'));
        head = { status, headers };
        mode = request.bodyMode(status);
        if (mode !== 'read') timer = setTimeout(respondEarly, SAMPLE_MS);
        else if (method === 'GET' && Number(headers['content-length']) > request.maxBytes) finish(failed('too-large'));
      },
      onResponseData(_, chunk) {
        bytes += chunk.byteLength;
        if (mode === 'read' && bytes > request.maxBytes) return finish(failed('too-large'));
        if (mode === 'sample') body.add(chunk.subarray(0, Math.max(0, SAMPLE_BYTES - (bytes - chunk.byteLength))));
        if (mode === 'read') body.add(chunk);
        else if (bytes > SAMPLE_BYTES) respondEarly();
      },
      onResponseEnd: respond,
      onResponseError: (_, error) => reject(head ? error : toParserError(error)),
    },
  );

  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
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

/** The parser removes white space only before a value (RFC 9110, section 5.5). */
function latin1(field: Buffer | string | undefined): string {
  const text = field?.toString('latin1') ?? '';
  let end = text.length;
  while (end > 0 && ' \t'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
