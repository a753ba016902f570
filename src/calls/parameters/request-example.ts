import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { isRecord } from '../url/value-text.ts';
import { parseJsonValue } from './parse-json-value.ts';

/** Returns `request_example` of an endpoint. A text that is JSON becomes its value, unless the body has another media type. */
export function readRequestExample(endpoint: DeclaredEndpoint): unknown {
  const { request_example: example, request_content_type: type }: Readonly<Record<string, unknown>> = { ...endpoint };
  if (typeof example !== 'string' || (typeof type === 'string' && !/json|\*/i.test(type))) return example;
  const value = parseJsonValue(example);
  return isRecord(value) || Array.isArray(value) ? value : example;
}
