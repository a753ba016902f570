import { isJsonContentType } from '@modelcontextprotocol/server';
import { concatBytes } from '#manifest/json-text/concat-bytes.ts';
import { parseJson } from '#manifest/json-text/escaped-keys.ts';
import { type Failure, failure, type Result, success } from '#manifest/result.ts';
import { LARGE_TEXT_BYTES } from '#manifest/text/manifest-text.ts';
import { yieldToRequests } from '#manifest/yield-to-requests.ts';
import type { McpClientInfo, McpContext, McpManifestInput } from './context.ts';
import { parseMessage } from './parse-message.ts';
import { createProtocolError, type ProtocolError } from './protocol-error.ts';

/** The maximum size of a message. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** A message or a batch, and the function that reports on a manifest in it. */
export interface ReadMessage extends Pick<McpContext, 'reportOn'> {
  readonly value: object;
}

/** Reads the JSON message or batch of a request, with limits on its size and depth. The error is the response. */
export async function readMessage(
  request: Request,
  client: McpClientInfo,
  { reportOn, parseLargeMessage }: Pick<McpContext, 'reportOn' | 'parseLargeMessage'>,
): Promise<Result<ReadMessage, Response>> {
  if (!isJsonContentType(request.headers.get('Content-Type')))
    return failure(createProtocolError(415, 'refused', 'Send the message with Content-Type: application/json.'));
  const body = await readBody(request);
  if (!body.ok) return body;
  const isLarge = body.value.length >= LARGE_TEXT_BYTES;
  if (isLarge && parseLargeMessage) {
    const large = await parseLargeMessage(body.value, client);
    if (!large.ok) return toErrorResponse(large);
    const { text, reports } = large.value;
    const findReport = (manifest: McpManifestInput) => ('text' in manifest ? reports.get(manifest.text) : undefined);
    return success({
      value: parseJson(text) as object,
      reportOn: manifest => findReport(manifest) ?? reportOn(manifest),
    });
  }
  const parsed = parseMessage(body.value);
  if (!parsed.ok) return toErrorResponse(parsed);
  // The SDK takes as long for a large message as the parser.
  if (isLarge) await yieldToRequests();
  return success({ value: parsed.value, reportOn });
}

function toErrorResponse({ error: { status, code, message } }: Failure<ProtocolError>): Failure<Response> {
  return failure(createProtocolError(status, code, message));
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
