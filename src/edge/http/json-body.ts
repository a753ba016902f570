import { parseJsonText } from '#manifest/json-text.ts';
import { Problem } from './problem.ts';

/** The most bytes that a request's body may have. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A manifest may be 64 deep, and stands one deeper in a request. */
const DEPTH = 65;

/** A request's body: an object of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a request's body as a JSON object, strictly: JSON by its type, at most 1 MiB, no name twice.
 * @throws Problem `unsupported-media-type`, `body-too-large`, or `invalid-body` with line and column
 */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  refuseOtherThanJson(request.headers);
  const parsed = parseJsonText(await readBytes(request), { maxDepth: DEPTH });
  if (!parsed.ok) {
    const errors = parsed.error.map(({ pointer, message, hint }) => ({ pointer, detail: `${message} ${hint}` }));
    throw new Problem('invalid-body', 'The body is not JSON as this registry reads it; see errors.', { errors });
  }
  const { value } = parsed;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new Problem('invalid-body', 'The body must be a JSON object.', {
    errors: [{ pointer: '', detail: 'Send an object, such as {"url": "https://api.example.com"}.' }],
  });
}

/** What can be sent is told by the answer's own headers, too (RFC 9110, section 15.5.16). */
function refuseOtherThanJson(headers: Headers): void {
  const type = headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([\w.+-]+\+)?json$/.test(type)) {
    const detail = `The body is of type "${type || 'unknown'}"; send JSON with Content-Type: application/json.`;
    throw new Problem('unsupported-media-type', detail, { headers: { Accept: 'application/json' } });
  }
  const coding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') {
    const detail = `The body is encoded as "${coding}"; send it as it is, without Content-Encoding.`;
    throw new Problem('unsupported-media-type', detail, { headers: { 'Accept-Encoding': 'identity' } });
  }
}

/** Reads at most as much as is allowed, whatever Content-Length says. */
async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('Content-Length')) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    // Whoever sent it went away or broke off, which is no failure of ours.
    throw new Problem('invalid-body', 'The body ended before it was complete.', { cause });
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function tooLarge(): Problem {
  return new Problem('body-too-large', `The body has more than ${MAX_BODY_BYTES.toLocaleString('en')} bytes.`);
}
