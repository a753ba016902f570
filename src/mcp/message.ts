import { isJsonContentType, readRequestBody } from '@modelcontextprotocol/server';
import { MAX_MANIFEST_DEPTH, parseJsonText } from '#manifest/json-text.ts';
import { type Failure, failure, type Result, success } from '#manifest/result.ts';
import { createProtocolError } from './protocol-error.ts';

/** The maximum size of a message. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** A manifest is nested three levels deep in a message. */
const MAX_DEPTH = MAX_MANIFEST_DEPTH + 3;

/** Each message of a batch can send network requests. Rate limits apply to requests, so a batch must be small. */
const MAX_BATCH_SIZE = 16;

/** Reads the JSON message or batch of a request, with limits on its size and depth. The error is the response. */
export async function readMessage(request: Request): Promise<Result<object, Response>> {
  if (!isJsonContentType(request.headers.get('Content-Type')))
    return failure(createProtocolError(415, 'refused', 'Send the message with Content-Type: application/json.'));
  const body = await readRequestBody(request, MAX_MESSAGE_BYTES).catch(() => undefined);
  if (body === undefined) return failure(createProtocolError(400, 'parse', 'The message is incomplete.'));
  if (body.tooLarge) {
    const limit = MAX_MESSAGE_BYTES.toLocaleString('en');
    return failure(createProtocolError(413, 'refused', `The message exceeds the limit of ${limit} bytes.`));
  }
  const parsed = parseJsonText(body.text, { maxDepth: MAX_DEPTH });
  if (!parsed.ok) {
    const [first] = parsed.error;
    return failure(createProtocolError(400, 'parse', `Parse error: ${first?.message} ${first?.hint}`));
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null) return invalidRequest('A message must be a JSON object.');
  if (Array.isArray(value) && value.length > MAX_BATCH_SIZE)
    return invalidRequest(`The batch exceeds the limit of ${MAX_BATCH_SIZE} messages.`);
  return success(value);
}

function invalidRequest(message: string): Failure<Response> {
  return failure(createProtocolError(400, 'invalid-request', message));
}
