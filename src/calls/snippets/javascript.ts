import { toUnicodeEscape } from '#manifest/text/excerpt.ts';
import { isFormData } from '../body/encode-multipart.ts';
import type { RequestBody } from '../body/request-body.ts';
import { type Credential, isDigest } from '../credentials/credential.ts';
import type { RequestPlan } from '../request-plan.ts';
import { isRecord, toJson } from '../url/value-text.ts';
import { DEFAULT_FILE, decodeUtf8, getFileName, isFile, listSnippetComments } from './comments.ts';
import { listCookieSegments, listUrlSegments, type Segment } from './segments.ts';
import { listSentHeaders } from './sent-headers.ts';

/** Renders a JavaScript module for Node that calls `fetch`. */
export function renderJavascript(plan: RequestPlan): string {
  const { method, body, authentication } = plan;
  const { imports, setup, expression, contentType } = renderBody(body);
  const headers = [
    ...listSentHeaders(plan).map(([name, value]) => [name, literal(value)] as const),
    ...authentication.credentials
      .filter(each => each.in === 'header' && !isDigest(each))
      .map(each => [each.name, renderCredential(each)] as const),
    ...renderCookies(plan),
    ...(contentType === undefined ? [] : [['Content-Type', contentType] as const]),
  ];
  const canSendBody = method !== 'GET' && method !== 'HEAD';
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    ...(headers.length > 0
      ? ['  headers: {', ...headers.map(([name, value]) => `    ${literal(name)}: ${value},`), '  },']
      : []),
    ...(expression !== undefined && canSendBody ? [`  body: ${expression},`] : []),
  ];
  return [
    ...listSnippetComments(plan).map(line => `// ${line}`),
    ...(authentication.credentials.some(isDigest)
      ? ['// fetch does not support Digest authentication. Use curl.']
      : []),
    ...(expression !== undefined && !canSendBody ? [`// fetch cannot send a body with ${method}. Use curl.`] : []),
    ...imports,
    ...setup,
    `const response = await fetch(${renderUrl(plan)}, {`,
    ...options,
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

/** Renders a string literal, without line separators, and safe inside an HTML script element. */
function literal(text: string): string {
  return escapeLiteral(JSON.stringify(text.toWellFormed()));
}

function escapeLiteral(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff<]/g, toUnicodeEscape);
}

/** Renders a template literal of a text and an expression. */
function template(text: string, expression: string): string {
  const escaped = literal(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/`|\$\{/g, '\\$&');
  return `\`${escaped}\${${expression}}\``;
}

function renderSecret({ secrets, scheme }: Credential): string {
  const variables = secrets.map(name => `process.env.${name}`);
  if (scheme !== 'basic') return variables.join(' + ');
  return `Buffer.from(${variables.join(" + ':' + ")}).toString('base64')`;
}

function renderCredential(credential: Credential): string {
  const expression = renderSecret(credential);
  return credential.prefix === '' ? expression : template(credential.prefix, expression);
}

function renderUrl(plan: RequestPlan): string {
  const encoded = (secret: string) => `encodeURIComponent(${secret})`;
  return listUrlSegments(plan)
    .map(segment => renderSegment(segment, encoded))
    .join(' + ');
}

function renderCookies(plan: RequestPlan): (readonly [string, string])[] {
  const encoded = (secret: string) => `${secret}.replace(/[^!#-+\\--:<-[\\]-~]/gu, encodeURIComponent)`;
  const cookies = listCookieSegments(plan).map(segment => renderSegment(segment, encoded));
  if (cookies.length === 0) return [];
  return [['Cookie', cookies.length === 1 ? cookies.join('') : `[${cookies.join(', ')}].join("; ")`]];
}

function renderSegment({ text, credential }: Segment, wrap: (secret: string) => string): string {
  return credential === undefined ? literal(text) : template(text, wrap(renderSecret(credential)));
}

interface RenderedBody {
  readonly imports: readonly string[];
  readonly setup: readonly string[];
  readonly expression: string | undefined;
  /** The code of the media type, if the other headers do not have it and `fetch` does not add it. */
  readonly contentType?: string;
}

function renderBody(body: RequestBody | null): RenderedBody {
  const inline = (expression: string | undefined) => ({ imports: [], setup: [], expression });
  if (body === null) return inline(undefined);
  switch (body.kind) {
    case 'json':
      return inline(renderJson(body.value, body.text));
    case 'form':
      return inline(
        `new URLSearchParams([${body.fields.map(pair => `[${pair.map(literal).join(', ')}]`).join(', ')}])`,
      );
    case 'text':
      return inline(literal(body.text));
    case 'bytes': {
      const text = isFile(body) ? undefined : decodeUtf8(body.bytes);
      if (text !== undefined) return inline(literal(text));
      const file = literal(body.filename ?? DEFAULT_FILE);
      return { imports: [IMPORT], setup: [], expression: `await openAsBlob(${file})` };
    }
    case 'multipart':
      return renderMultipart(body);
  }
}

/** Joined, because the check of imports reads the source text, and this import is part of the snippet. */
const IMPORT = `import { openAsBlob } from '${['node', 'fs'].join(':')}';`;

function renderMultipart({
  parts,
  content_type: mediaType,
}: Extract<RequestBody, { kind: 'multipart' }>): RenderedBody {
  const files = parts.map(getFileName);
  const lines = parts.map((part, index) => {
    const { name, text = '', filename, content_type } = part;
    const file = files[index];
    const type = content_type === undefined ? '' : `, { type: ${literal(content_type)} }`;
    if (file !== undefined)
      return `form.append(${literal(name)}, await openAsBlob(${literal(file)}${type}), ${literal(file)});`;
    if (filename === undefined && content_type === undefined) return `form.append(${literal(name)}, ${literal(text)});`;
    return `form.append(${literal(name)}, new Blob([${literal(text)}]${type}), ${literal(filename ?? 'blob')});`;
  });
  const rendered = {
    imports: files.some(file => file !== undefined) ? [IMPORT] : [],
    setup: ['const form = new FormData();', ...lines],
    expression: 'form',
  };
  if (isFormData(mediaType)) return rendered;
  return {
    ...rendered,
    setup: [...rendered.setup, 'const encoded = new Response(form);'],
    expression: 'await encoded.blob()',
    contentType: `encoded.headers.get("Content-Type").replace("multipart/form-data", ${literal(mediaType.replaceAll('$', '$$$$'))})`,
  };
}

/** Renders JSON as code, which readers can edit. What code cannot express stays text. */
function renderJson(value: unknown, text: string): string {
  if (needsText(value)) return literal(text);
  const code = escapeLiteral(toJson(value, 2)).replaceAll('\n', '\n  ');
  return `JSON.stringify(${code})`;
}

/** A literal would interpret a member `__proto__`, and round a large integer. */
function needsText(value: unknown): boolean {
  if (typeof value === 'bigint') return !Number.isSafeInteger(Number(value));
  if (Array.isArray(value)) return value.some(needsText);
  return isRecord(value) && (Object.hasOwn(value, '__proto__') || Object.values(value).some(needsText));
}
