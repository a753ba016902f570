import { type Node, objectIn } from './node.ts';
import type { References } from './references.ts';

/** Returns the media type object of a content. A sequence of items (OpenAPI 3.2) has the schema of a list. */
export function resolveMedia(value: unknown, references: References): Node {
  const media = objectIn(references.resolve(value));
  const { schema, itemSchema } = media;
  if (schema !== undefined || itemSchema === undefined) return media;
  return { ...media, schema: { type: 'array', items: itemSchema } };
}

/** Whether a body of a media type is one JSON value, unlike a sequence of them such as JSON Lines. */
export function isJsonType(mediaType: string): boolean {
  return /json/i.test(mediaType) && !/ndjson|jsonl|json-seq/i.test(mediaType);
}
