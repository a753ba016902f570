import { concatBytes } from '#manifest/json-text/concat-bytes.ts';
import { parseJson } from '#manifest/json-text/escaped-keys.ts';

/** The content of a response, for a model. */
export interface ResponseContent {
  /** The parsed JSON, or the text. Null for an empty or binary body. */
  readonly data: unknown;
  /** True if the body is larger than the limit. `data` is then the text of its start. */
  readonly truncated: boolean;
}

/** Reads a body up to a number of bytes, and replaces the secrets of the caller that the API repeats. */
export async function readResponse(
  response: Response,
  maxBytes: number,
  hide: (text: string) => string,
): Promise<ResponseContent> {
  const type = response.headers.get('Content-Type')?.toLowerCase() ?? '';
  const { bytes, truncated } = await readBytes(response, maxBytes);
  if (bytes.length === 0 || !isTextType(type)) return { data: null, truncated };
  const text = hide(new TextDecoder().decode(bytes));
  return { data: truncated || !/json/.test(type) ? text : parseOrKeep(text), truncated };
}

/** Whether bodies of a media type are text. The type of many small APIs is missing. */
export function isTextType(type: string): boolean {
  return type === '' || /^text\/|[/+](json|xml|yaml|javascript|x-ndjson)|x-www-form-urlencoded/i.test(type);
}

async function readBytes(response: Response, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    const rest = chunk.value.subarray(0, maxBytes - size);
    chunks.push(rest);
    size += rest.length;
    if (rest.length < chunk.value.length) {
      await reader?.cancel();
      return { bytes: concatBytes(chunks), truncated: true };
    }
  }
  return { bytes: concatBytes(chunks), truncated: false };
}

function parseOrKeep(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
