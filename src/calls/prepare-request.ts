import { failure, type Result, success } from '#manifest/result.ts';
import { encodeMultipart, isFormData } from './body/encode-multipart.ts';
import type { BodyPart, RequestBody } from './body/request-body.ts';
import { type Credential, isDigest } from './credentials/credential.ts';
import { formatCookie, isHeaderValue } from './plan-headers.ts';
import type { RequestPlan } from './request-plan.ts';
import { encode, encodeCookie } from './url/encode.ts';
import { formatUrl } from './url/request-url.ts';

/** A request that `fetch` can send. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  /** Without `Content-Type` for a body of type FormData, because the HTTP client adds the boundary. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | FormData | null;
}

/** The secrets that a request needs, by the names in `Credential.secrets`. */
export type Secrets = Readonly<Record<string, string | undefined>>;

/**
 * Adds the secrets to a planned request. Returns the problems if a secret is missing or cannot be sent, if the plan has
 * errors, or if the content of a file is missing.
 */
export function prepareRequest(plan: RequestPlan, secrets: Secrets): Result<PreparedRequest, readonly string[]> {
  const { method, parts, body, authentication, findings } = plan;
  const { credentials } = authentication;
  const problems = [
    ...findings.filter(({ severity }) => severity === 'error').map(({ message, hint }) => `${message} ${hint}`),
    ...(body !== null && /^(GET|HEAD)$/.test(method)
      ? [`The API reads a body of ${method}, which fetch cannot send. Use curl.`]
      : []),
    ...credentials.flatMap(each => findSecretProblems(each, secrets)),
    ...listMissingFiles(body).map(name => `The content of the file "${name}" is missing.`),
  ];
  if (problems.length > 0) return failure(problems);
  const values = credentials.map(each => ({ ...each, value: formatCredential(each, secrets) }));
  const query = values
    .filter(each => each.in === 'query')
    .map(each => ({ ...each, name: encode(each.name), value: encode(each.value) }));
  const replaced = new Set(query.map(({ name }) => name));
  const own = values.filter(each => each.in === 'header');
  const cookies = [
    ...parts.cookies,
    ...values.filter(each => each.in === 'cookie').map(each => [each.name, encodeCookie(each.value)] as const),
  ];
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const encoded = toFetchBody(body);
  const kept = Object.entries(parts.headers).filter(
    ([name]) =>
      !names.has(name.toLowerCase()) && !(body?.kind === 'multipart' && name.toLowerCase() === 'content-type'),
  );
  return success({
    method,
    url: formatUrl({ base: parts.base, query: [...parts.query.filter(({ name }) => !replaced.has(name)), ...query] }),
    headers: Object.fromEntries([
      ...kept,
      ...(encoded.contentType === undefined ? [] : [['Content-Type', encoded.contentType]]),
      ...own.map(({ name, value }) => [name, value]),
      ...(cookies.length > 0 ? [['Cookie', cookies.map(formatCookie).join('; ')]] : []),
    ]),
    body: encoded.body,
  });
}

/** Returns the value of a credential with its secrets. */
function formatCredential({ prefix, scheme, secrets: names }: Credential, secrets: Secrets): string {
  const values = names.map(name => secrets[name] ?? '');
  return prefix + (scheme === 'basic' ? toBase64(values.join(':')) : values.join(''));
}

function findSecretProblems(credential: Credential, secrets: Secrets): string[] {
  const { in: location, scheme, secrets: names } = credential;
  // Its prefix and the secrets would be readable, and the API would reject them.
  if (isDigest(credential)) return ['The API requires Digest authentication, which fetch does not support. Use curl.'];
  const isEncoded = location !== 'header' || scheme === 'basic';
  return names.flatMap(name => {
    const value = secrets[name];
    if (value === undefined) return `The secret ${name} is missing.`;
    return isEncoded || isHeaderValue(value)
      ? []
      : `The secret ${name} contains characters that a request cannot send.`;
  });
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function listMissingFiles(body: RequestBody | null): string[] {
  if (body?.kind === 'multipart') return body.parts.flatMap(part => (isMissing(part) ? (part.filename ?? []) : []));
  return body?.kind === 'bytes' && body.filename !== undefined ? [body.filename] : [];
}

function isMissing({ text, bytes }: BodyPart): boolean {
  return text === undefined && bytes === undefined;
}

interface FetchBody {
  readonly body: PreparedRequest['body'];
  /** The media type with a boundary that the HTTP client does not add. */
  readonly contentType?: string;
}

function toFetchBody(body: RequestBody | null): FetchBody {
  if (body === null) return { body };
  if (body.kind === 'bytes') return { body: body.bytes };
  if (body.kind !== 'multipart') return { body: body.text };
  if (!isFormData(body.content_type)) {
    const boundary = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16)).join('');
    return {
      body: encodeMultipart(body.parts, boundary),
      contentType: `${body.content_type}; boundary=${boundary}`,
    };
  }
  const form = new FormData();
  for (const { name, text, bytes, filename, content_type } of body.parts) {
    if (filename === undefined && content_type === undefined) form.append(name, text ?? '');
    else form.append(name, new Blob([bytes ?? text ?? ''], { type: content_type ?? '' }), filename ?? 'blob');
  }
  return { body: form };
}
