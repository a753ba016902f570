import type { MultipartBody, RequestBody } from '../body/request-body.ts';
import type { RequestPlan } from '../request-plan.ts';
import { encode, encodeCookie } from '../url/encode.ts';
import { getFileName } from './comments.ts';
import type { ReceivedRequest } from './echo-server.fixture.ts';
import { FILE_CONTENT, SECRET } from './run-snippets.fixture.ts';

/** Returns the differences between a plan and the request that arrived, in sentences. */
export async function compareRequest(
  plan: RequestPlan,
  received: ReceivedRequest | undefined,
  secret = SECRET,
): Promise<string[]> {
  if (received === undefined) return ['no request arrived'];
  const url = new URL(fillSecrets(plan.url, secret, encode));
  const planned = `${url.pathname.replace(/^\/[^/]*/, '')}${url.search}`;
  const differences: string[] = [];
  const compare: Compare = (what, actual, expected) => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      differences.push(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  };
  compare('method', received.method, plan.method);
  compare('target', decode(received.target), decode(planned));
  for (const [name, value] of Object.entries(plan.headers)) {
    if (plan.body?.kind === 'multipart' && name.toLowerCase() === 'content-type') continue;
    compare(
      name,
      received.headers[name.toLowerCase()] ?? '',
      fillSecrets(value, secret, name === 'Cookie' ? encodeCookie : each => each),
    );
  }
  const hasLength = 'content-length' in received.headers || 'transfer-encoding' in received.headers;
  if (plan.missing.length === 0 && /^(POST|PUT|PATCH)$/.test(plan.method)) compare('has length', hasLength, true);
  await compareBody(plan.body, received, compare);
  return differences;
}

function fillSecrets(text: string, secret: string, encode: (secret: string) => string): string {
  return text
    .replace(/\{base64\([A-Z_\d:]+\)\}/g, () => encode(toBase64(`${secret}:${secret}`)))
    .replace(/\{[A-Z][A-Z_\d]*\}/g, () => encode(secret));
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Encoders differ in the characters that they leave. The codes of characters with a meaning in a query string stay. */
function decode(target: string): string {
  return target.replace(/%[0-9A-Fa-f]{2}/g, code => {
    try {
      return /%(2[356BF]|3[DF])/i.test(code) ? code.toUpperCase() : decodeURIComponent(code);
    } catch {
      return code.toUpperCase();
    }
  });
}

type Compare = (what: string, actual: unknown, expected: unknown) => void;

async function compareBody(
  body: RequestBody | null,
  { body: bytes, headers }: ReceivedRequest,
  compare: Compare,
): Promise<void> {
  const text = bytes.toString();
  switch (body?.kind) {
    case undefined:
      return compare('body', text, '');
    case 'json':
      return compare('body', normalizeJson(text), normalizeJson(body.text));
    case 'form':
      return compare('body', [...new URLSearchParams(text)], body.fields);
    case 'text':
      return compare('body', text, body.text);
    case 'bytes':
      return compare('body', text, body.filename === undefined ? new TextDecoder().decode(body.bytes) : FILE_CONTENT);
    case 'multipart':
      return compareParts(body, bytes, headers['content-type'] ?? '', compare);
  }
}

async function compareParts(
  { content_type, parts }: MultipartBody,
  bytes: Buffer,
  type: string,
  compare: Compare,
): Promise<void> {
  const [, boundary = ''] = /boundary="?([^";]+)/.exec(type) ?? [];
  compare('content type', normalizeType(type.replace(/; *boundary=[^;]*/, '')), normalizeType(content_type));
  // The parser reads only this type. In other types, curl names the disposition "attachment".
  const readable = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const asFormData = bytes
    .toString('latin1')
    .replaceAll('Content-Disposition: attachment;', 'Content-Disposition: form-data;');
  const form = await new Response(Buffer.from(asFormData, 'latin1'), { headers: readable }).formData();
  const types = bytes
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map(part => /^content-type: *(.*)$/im.exec(part.split('\r\n\r\n', 1)[0] ?? '')?.[1]);
  const received = await Promise.all(
    [...form].map(async ([name, value], index) => {
      const { filename, content_type } = parts[index] ?? {};
      return [
        name,
        typeof value === 'string' ? value : await value.text(),
        // Clients choose the type of a file, and FormData names all parts that have a type.
        filename === undefined || typeof value === 'string' ? null : value.name,
        filename !== undefined && content_type === undefined ? null : normalizeType(types[index]),
      ];
    }),
  );
  const planned = parts.map(part => {
    const { name, text, bytes: raw, filename, content_type } = part;
    const content = text ?? (raw === undefined ? FILE_CONTENT : new TextDecoder().decode(raw));
    return [
      name,
      content,
      filename === undefined ? null : (getFileName(part) ?? filename),
      normalizeType(content_type),
    ];
  });
  compare('parts', withLineBreaks(received), withLineBreaks(planned));
}

/** Types are case-insensitive, and space after a semicolon is optional. */
function normalizeType(type: string | undefined): string | null {
  return type?.toLowerCase().replace(/; */g, ';') ?? null;
}

/** FormData sends every line break as CR LF. */
function withLineBreaks(parts: unknown): unknown {
  return JSON.parse(JSON.stringify(parts).replace(/(\\r)?\\n/g, '\\r\\n'));
}

/** Returns JSON text without optional spaces. Large integers keep their digits. */
function normalizeJson(text: string): string {
  try {
    const withTexts = text.replace(/("(?:\\.|[^"\\])*")|(-?\d{16,})(?![\d.eE])/g, (_, string, integer) =>
      string === undefined ? `"integer ${integer}"` : string,
    );
    return JSON.stringify(JSON.parse(withTexts));
  } catch {
    return text;
  }
}
