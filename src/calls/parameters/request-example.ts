import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { isRecord } from '../url/value-text.ts';

/** Returns `request_example` of an endpoint. A text that is JSON becomes its value, unless the body has another media type. */
export function readRequestExample(endpoint: DeclaredEndpoint): unknown {
  const { request_example: example, request_content_type: type }: Readonly<Record<string, unknown>> = { ...endpoint };
  if (typeof example !== 'string' || (typeof type === 'string' && !/json|\*/i.test(type))) return example;
  try {
    const value: unknown = JSON.parse(example);
    return isRecord(value) || Array.isArray(value) ? value : example;
  } catch {
    return example;
  }
}
