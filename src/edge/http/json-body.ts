import { isObject, type JsonObject } from '#manifest/json-object.ts';
import { concatBytes } from '#manifest/json-text/concat-bytes.ts';
import { type JsonTextResult, MAX_MANIFEST_DEPTH, parseJsonText } from '#manifest/json-text.ts';
import { Problem } from './problem.ts';

/** The maximum size of a body that has a URL and nothing else. To parse a hostile body of 1 MiB takes 0.1 s. */
export const MAX_OBJECT_BYTES = 64 * 1024;

/** The maximum nesting: a manifest, and one level of the request around it. */
const MAX_BODY_DEPTH = MAX_MANIFEST_DEPTH + 1;

/**
 * Reads the body of a request as a JSON object. Requires a JSON media type, at most 64 KiB, and unique names.
 * @throws Problem `unsupported-media-type`, `body-too-large`, or `invalid-body` with line and column
 */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  return requireJsonObject(parseJsonBody(await readJsonBytes(request, MAX_OBJECT_BYTES)));
}

/**
 * Reads the bytes of a body with a JSON media type.
 * @throws Problem `unsupported-media-type` or `body-too-large`
 */
export async function readJsonBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  requireJson(request.headers);
  return readBytes(request, maxBytes);
}

/** Parses a body, but does not reject it. */
export function parseJsonBody(bytes: Uint8Array): JsonTextResult {
  return parseJsonText(bytes, { maxDepth: MAX_BODY_DEPTH });
}

/** @throws Problem `invalid-body` with line and column */
export function requireJsonObject(parsed: JsonTextResult): JsonObject {
  if (!parsed.ok) {
    const errors = parsed.error.map(({ pointer, message, hint }) => ({ pointer, detail: `${message} ${hint}` }));
    throw new Problem('invalid-body', 'The request body is not valid JSON. See errors.', { errors });
  }
  const { value } = parsed;
  if (isObject(value)) return value;
  throw new Problem('invalid-body', 'The request body must be a JSON object.', {
    errors: [{ pointer: '', detail: 'Send an object, such as {"url": "https://api.example.com"}.' }],
  });
}

/** Rejects other media types and encodings. The response headers list the supported ones (RFC 9110, section 15.5.16). */
function requireJson(headers: Headers): void {
  const type = headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([\w.+-]+\+)?json$/.test(type)) {
    const detail = `Unsupported media type "${type || 'unknown'}". Send JSON with Content-Type: application/json.`;
    throw new Problem('unsupported-media-type', detail, { headers: { Accept: 'application/json' } });
  }
  const coding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') {
    const detail = `Unsupported Content-Encoding "${coding}". Send the body without Content-Encoding.`;
    throw new Problem('unsupported-media-type', detail, { headers: { 'Accept-Encoding': 'identity' } });
  }
}

/** Reads the body up to the limit, even if Content-Length is smaller or absent. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('Content-Length')) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    // The client disconnected, which is not an internal error.
    throw new Problem('invalid-body', 'The request body is incomplete.', { cause });
  }
  return concatBytes(chunks);
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('body-too-large', `The request body is larger than ${maxBytes.toLocaleString('en')} bytes.`);
}
