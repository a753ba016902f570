import { isJsonContentType } from '@modelcontextprotocol/server';
import { concatBytes } from '#manifest/json-text/concat-bytes.ts';
import { MAX_KEYS, MAX_MANIFEST_DEPTH, parseJsonText } from '#manifest/json-text.ts';
import { type Failure, failure, type Result, success } from '#manifest/result.ts';
import { yieldToRequests } from '#manifest/yield-to-requests.ts';
import { createProtocolError } from './protocol-error.ts';

/** The maximum size of a message. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** A manifest is nested three levels deep in a message. */
const MAX_DEPTH = MAX_MANIFEST_DEPTH + 3;

/** A message has a few keys around a manifest. The SDK takes several times as long as the parser for each different key. */
const MAX_MESSAGE_KEYS = MAX_KEYS + 100;

const LARGE_BYTES = 64 * 1024;

/** Each message of a batch can send network requests. Rate limits apply to requests, so a batch must be small. */
const MAX_BATCH_SIZE = 16;

/** Reads the JSON message or batch of a request, with limits on its size and depth. The error is the response. */
export async function readMessage(request: Request): Promise<Result<object, Response>> {
  if (!isJsonContentType(request.headers.get('Content-Type')))
    return failure(createProtocolError(415, 'refused', 'Send the message with Content-Type: application/json.'));
  const body = await readBody(request);
  if (!body.ok) return body;
  const parsed = parseJsonText(body.value, { maxDepth: MAX_DEPTH, maxKeys: MAX_MESSAGE_KEYS });
  if (!parsed.ok) {
    const [first] = parsed.error;
    return failure(createProtocolError(400, 'parse', `Parse error: ${first?.message} ${first?.hint}`));
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null) return invalidRequest('A message must be a JSON object.');
  if (Array.isArray(value) && value.length > MAX_BATCH_SIZE)
    return invalidRequest(`The batch exceeds the limit of ${MAX_BATCH_SIZE} messages.`);
  // The SDK takes as long for a large message as the parser.
  if (body.value.length > LARGE_BYTES) await yieldToRequests();
  return success(value);
}

/** Reads the bytes of a message. The SDK's reader replaces invalid UTF-8, so that a broken manifest would be valid. */
async function readBody(request: Request): Promise<Result<Uint8Array, Response>> {
  if (Number(request.headers.get('Content-Length')) > MAX_MESSAGE_BYTES) return tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > MAX_MESSAGE_BYTES) return tooLarge();
      chunks.push(chunk);
    }
  } catch {
    return failure(createProtocolError(400, 'parse', 'The message is incomplete.'));
  }
  return success(concatBytes(chunks));
}

function tooLarge(): Failure<Response> {
  const limit = MAX_MESSAGE_BYTES.toLocaleString('en');
  return failure(createProtocolError(413, 'refused', `The message exceeds the limit of ${limit} bytes.`));
}

function invalidRequest(message: string): Failure<Response> {
  return failure(createProtocolError(400, 'invalid-request', message));
}
