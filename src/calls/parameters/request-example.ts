import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { parsePairs } from '../parse-path.ts';
import { isRecord } from '../url/value-text.ts';
import { parseJsonValue } from './parse-json-value.ts';

/**
 * Returns `request_example` of an endpoint. A text that is JSON becomes its value, unless the body has another media type, and
 * so does the text of a form: `a=1&b=2`.
 */
export function readRequestExample(endpoint: DeclaredEndpoint): unknown {
  const { request_example: example, request_content_type: type }: Readonly<Record<string, unknown>> = { ...endpoint };
  if (typeof example !== 'string') return example;
  const isForm = typeof type === 'string' && FORM.test(type);
  if (isForm && FORM_TEXT.test(example)) return parsePairs(example);
  if (typeof type === 'string' && !isForm && !/json|\*/i.test(type)) return example;
  const value = parseJsonValue(example);
  return isRecord(value) || Array.isArray(value) ? value : example;
}

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const FORM_TEXT = /^[^\s&={]+=/;
