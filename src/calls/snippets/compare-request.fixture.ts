import type { RequestBody } from '../body/request-body.ts';
import type { RequestPlan } from '../request-plan.ts';
import type { ReceivedRequest } from './echo-server.fixture.ts';
import { FILE_CONTENT, SECRET } from './run-snippets.fixture.ts';

/** Returns the differences between a plan and the request that arrived, in sentences. */
export async function compareRequest(plan: RequestPlan, received: ReceivedRequest | undefined): Promise<string[]> {
  if (received === undefined) return ['no request arrived'];
  const url = new URL(fillSecrets(plan.url));
  const planned = `${url.pathname.replace(/^\/[^/]*/, '')}${url.search}`;
  const differences: string[] = [];
  const compare = (what: string, actual: unknown, expected: unknown) => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      differences.push(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  };
  compare('method', received.method, plan.method);
  compare('target', decode(received.target), decode(planned));
  for (const [name, value] of Object.entries(plan.headers)) {
    if (plan.body?.kind === 'multipart' && name.toLowerCase() === 'content-type') continue;
    compare(name, toLatin1(received.headers[name.toLowerCase()] ?? ''), toLatin1(fillSecrets(value)));
  }
  await compareBody(plan.body, received, compare);
  return differences;
}

function fillSecrets(text: string): string {
  return text
    .replace(/\{base64\([A-Z_\d:]+\)\}/g, btoa(`${SECRET}:${SECRET}`))
    .replace(/\{[A-Z][A-Z_\d]*\}/g, () => SECRET);
}

/** Encoders differ in the characters that they leave. */
function decode(target: string): string {
  return target.replace(/%(?!2[56fF]|3[dDfF]|23)[0-9A-Fa-f]{2}/g, code => {
    try {
      return decodeURIComponent(code);
    } catch {
      return code.toUpperCase();
    }
  });
}

/** Clients send text beyond ASCII as UTF-8 or Latin-1 bytes, and Node reads bytes as Latin-1. */
function toLatin1(text: string): string {
  return text.replace(/[^ -~]+/g, '?');
}

async function compareBody(
  body: RequestBody | null,
  { body: bytes, headers }: ReceivedRequest,
  compare: (what: string, actual: unknown, expected: unknown) => void,
): Promise<void> {
  const text = bytes.toString();
  switch (body?.kind) {
    case undefined:
      return compare('body', text, '');
    case 'json':
      return compare('body', parse(text), JSON.parse(body.text));
    case 'form':
      return compare('body', [...new URLSearchParams(text)], body.fields);
    case 'text':
      return compare('body', text, body.text);
    case 'bytes':
      return compare('body', text, body.filename === undefined ? new TextDecoder().decode(body.bytes) : FILE_CONTENT);
    case 'multipart': {
      const type = headers['content-type'] ?? '';
      compare('content type', type.split(';')[0], 'multipart/form-data');
      const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
      const parts = await Promise.all(
        [...form].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()]),
      );
      const expected = body.parts.map(({ name, text: own, bytes: raw }) => [
        name,
        own ?? (raw === undefined ? FILE_CONTENT : new TextDecoder().decode(raw)),
      ]);
      compare('parts', withLineBreaks(parts), withLineBreaks(expected));
    }
  }
}

/** FormData sends every line break as CR LF. */
function withLineBreaks(parts: unknown): unknown {
  return JSON.parse(JSON.stringify(parts).replace(/(\\r)?\\n/g, '\\r\\n'));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
