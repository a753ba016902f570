import { toUnicodeEscape } from '#manifest/text/excerpt.ts';
import { isFormData } from '../body/encode-multipart.ts';
import type { BodyPart, MultipartBody, RequestBody } from '../body/request-body.ts';
import { type Credential, isDigest } from '../credentials/credential.ts';
import type { RequestPlan } from '../request-plan.ts';
import { isRecord, toText } from '../url/value-text.ts';
import { DEFAULT_FILE, decodeUtf8, getFileName, isFile, listSnippetComments } from './comments.ts';
import { listCookieSegments, listUrlSegments, type Segment } from './segments.ts';
import { listSentHeaders } from './sent-headers.ts';

/** Renders a Python script that uses the library requests. */
export function renderPython(plan: RequestPlan): string {
  const { method, body, authentication } = plan;
  const { credentials } = authentication;
  const digest = credentials.find(isDigest);
  // The library encodes only form data.
  const isEncoded = body?.kind === 'multipart' && !isFormData(body.content_type);
  const headers = [
    ...listSentHeaders(plan).map(([name, value]) => [name, literal(value)] as const),
    ...credentials
      .filter(each => each.in === 'header' && !isDigest(each))
      .map(each => [each.name, renderCredential(each)] as const),
    ...renderCookies(plan),
    ...(isEncoded ? [['Content-Type', 'content_type'] as const] : []),
  ];
  const imports = [
    ...(credentials.some(({ scheme }) => scheme === 'basic') ? ['import base64'] : []),
    ...(credentials.length > 0 ? ['import os'] : []),
    ...(credentials.some(each => each.in !== 'header') ? ['from urllib.parse import quote'] : []),
  ];
  return [
    ...listSnippetComments(plan).map(line => `# ${line}`),
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    'import requests',
    ...(digest ? ['from requests.auth import HTTPDigestAuth'] : []),
    ...(isEncoded ? ['from urllib3 import encode_multipart_formdata'] : []),
    '',
    ...(isEncoded ? renderEncodedBody(body) : []),
    'response = requests.request(',
    `    ${literal(method)},`,
    `    ${renderUrl(plan)},`,
    ...(headers.length > 0
      ? ['    headers={', ...headers.map(([name, value]) => `        ${literal(name)}: ${value},`), '    },']
      : []),
    ...(digest ? [`    auth=HTTPDigestAuth(${digest.secrets.map(renderVariable).join(', ')}),`] : []),
    ...(isEncoded ? ['data=body,'] : renderBody(body)).map(line => `    ${line}`),
    '    timeout=30,',
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

/** Renders a string literal. */
function literal(text: string): string {
  return jsonLiteral(text.toWellFormed());
}

/** Renders a string literal of a JSON body, which can have half of a character. The escapes of JSON are escapes of Python, too. */
function jsonLiteral(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    toUnicodeEscape,
  );
}

function renderVariable(secret: string): string {
  return `os.environ[${literal(secret)}]`;
}

function renderSecret({ secrets, scheme }: Credential): string {
  const variables = secrets.map(renderVariable);
  if (scheme !== 'basic') return variables.join(' + ');
  return `base64.b64encode((${variables.join(' + ":" + ')}).encode()).decode()`;
}

function renderCredential(credential: Credential): string {
  const secret = renderSecret(credential);
  return credential.prefix === '' ? secret : `${literal(credential.prefix)} + ${secret}`;
}

function renderUrl(plan: RequestPlan): string {
  const encoded = (secret: string) => `quote(${secret}, safe="")`;
  return listUrlSegments(plan)
    .map(segment => renderSegment(segment, encoded))
    .join(' + ');
}

function renderCookies(plan: RequestPlan): (readonly [string, string])[] {
  const encoded = (secret: string) => `quote(${secret}, safe="!#$%&'()*+-./:<=>?@[]^_\`{|}~")`;
  const cookies = listCookieSegments(plan).map(segment => renderSegment(segment, encoded));
  if (cookies.length === 0) return [];
  return [['Cookie', cookies.length === 1 ? cookies.join('') : `"; ".join([${cookies.join(', ')}])`]];
}

function renderSegment({ text, credential }: Segment, wrap: (secret: string) => string): string {
  return credential === undefined ? literal(text) : `${literal(text)} + ${wrap(renderSecret(credential))}`;
}

function renderBody(body: RequestBody | null): string[] {
  if (body === null) return [];
  switch (body.kind) {
    case 'json':
      // The library sends no body for json=None.
      return (body.value === null ? 'data="null",' : `json=${renderValue(body.value, 0)},`).split('\n');
    case 'form':
      return [`data=[${body.fields.map(pair => `(${pair.map(literal).join(', ')})`).join(', ')}],`];
    case 'text':
      return [`data=${literal(body.text)}.encode(),`];
    case 'bytes': {
      const text = isFile(body) ? undefined : decodeUtf8(body.bytes);
      return [
        text === undefined
          ? `data=open(${literal(body.filename ?? DEFAULT_FILE)}, "rb"),`
          : `data=${literal(text)}.encode(),`,
      ];
    }
    case 'multipart':
      return ['files=[', ...body.parts.map(part => `    ${renderPart(part)},`), '],'];
  }
}

function renderPart(part: BodyPart): string {
  const { name, text = '', filename, content_type } = part;
  const file = getFileName(part);
  const type = content_type === undefined ? '' : `, ${literal(content_type)}`;
  if (file !== undefined) return `(${literal(name)}, (${literal(file)}, open(${literal(file)}, "rb")${type}))`;
  const shown = filename === undefined ? 'None' : literal(filename);
  return `(${literal(name)}, (${shown}, ${literal(text)}${type}))`;
}

/** Renders code that sets the variables `body` and `content_type`. */
function renderEncodedBody({ content_type, parts }: MultipartBody): string[] {
  return [
    'body, content_type = encode_multipart_formdata([',
    ...parts.map(part => `    ${renderEncodedPart(part)},`),
    '])',
    `content_type = content_type.replace("multipart/form-data", ${literal(content_type)})`,
    '',
  ];
}

function renderEncodedPart(part: BodyPart): string {
  const { name, text = '', filename, content_type } = part;
  const file = getFileName(part);
  if (file === undefined && filename === undefined && content_type === undefined)
    return `(${literal(name)}, ${literal(text)})`;
  const shown = file ?? filename;
  return `(${literal(name)}, (${[
    shown === undefined ? 'None' : literal(shown),
    file === undefined ? literal(text) : `open(${literal(file)}, "rb").read()`,
    ...(content_type === undefined ? [] : [literal(content_type)]),
  ].join(', ')}))`;
}

/** Renders a JSON value as Python code. */
function renderValue(value: unknown, depth: number): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'None';
  if (typeof value === 'bigint') return String(value);
  const [outer, inner] = ['    '.repeat(depth), '    '.repeat(depth + 1)];
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map(item => `${inner}${renderValue(item, depth + 1)},\n`).join('')}${outer}]`;
  }
  if (!isRecord(value)) return jsonLiteral(toText(value));
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return '{}';
  return `{\n${members.map(([name, member]) => `${inner}${jsonLiteral(name)}: ${renderValue(member, depth + 1)},\n`).join('')}${outer}}`;
}
