import { isJsonContentType, readRequestBody } from '@modelcontextprotocol/server';
import { parseJsonText } from '#manifest/json-text.ts';
import { protocolError } from './protocol-error.ts';

/** The most bytes that a message may have. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** A manifest may be 64 deep, and stands in the arguments of the parameters of a message. */
const DEPTH = 67;

/** Each message of a batch may ask the network; what wants more sends more requests, and is limited by client. */
const LARGEST_BATCH = 16;

export type ReadMessage = { readonly message: object } | { readonly refusal: Response };

/** Reads the message, or the batch of messages, that a request carries: JSON by its type, bounded in size and depth. */
export async function readMessage(request: Request): Promise<ReadMessage> {
  if (!isJsonContentType(request.headers.get('Content-Type'))) {
    return { refusal: protocolError(415, 'refused', 'Send the message with Content-Type: application/json.') };
  }
  const body = await readRequestBody(request, MAX_MESSAGE_BYTES).catch(() => undefined);
  if (body === undefined) return { refusal: protocolError(400, 'parse', 'The message ended before it was complete.') };
  if (body.tooLarge) {
    const limit = MAX_MESSAGE_BYTES.toLocaleString('en');
    return { refusal: protocolError(413, 'refused', `A message may have ${limit} bytes at most.`) };
  }
  const parsed = parseJsonText(body.text, { maxDepth: DEPTH });
  if (!parsed.ok) {
    const [first] = parsed.error;
    return { refusal: protocolError(400, 'parse', `Parse error: ${first?.message} ${first?.hint}`) };
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null) return invalid('A message is a JSON object.');
  if (Array.isArray(value) && value.length > LARGEST_BATCH)
    return invalid(`A batch may have ${LARGEST_BATCH} messages at most.`);
  return { message: value };
}

function invalid(message: string): ReadMessage {
  return { refusal: protocolError(400, 'invalid-request', message) };
}
