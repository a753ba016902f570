import type { BodyPart, RequestBody } from '../body/request-body.ts';
import type { Credential } from '../credentials/credential.ts';
import type { RequestPlan } from '../request-plan.ts';
import { encode } from '../url/encode.ts';
import { formatUrl } from '../url/request-url.ts';
import { DEFAULT_FILE, decodeUtf8, getFileName, isFile, listSnippetComments } from './comments.ts';
import { listSentHeaders } from './sent-headers.ts';

/** Renders a curl command for a POSIX shell. */
export function renderCurl(plan: RequestPlan): string {
  const { method, body, authentication } = plan;
  const { credentials } = authentication;
  const url = renderUrl(plan);
  const basic = credentials.find(isCurlUser);
  const headers = listSentHeaders(plan).map(
    ([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`,
  );
  const secretHeaders = credentials
    .filter(each => each.in === 'header' && each !== basic)
    .map(each => `-H ${join(`${each.name}: ${each.prefix}`, renderSecret(each))}`);
  const options = [
    ...(/[{}[\]]/.test(url) ? ['--globoff'] : []),
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' && body === null ? [] : [`-X ${method}`]),
  ];
  const cookies = renderCookies(plan);
  const lines = [
    ['curl', ...options, url].join(' '),
    ...(basic ? [`--user ${basic.secrets.map(name => `"$${name}"`).join(':')}`] : []),
    ...headers,
    ...secretHeaders,
    ...(cookies === undefined ? [] : [`-H ${cookies}`]),
    ...renderBody(body),
  ];
  return [...listSnippetComments(plan).map(line => `# ${line}`), lines.join(' \\\n  ')].join('\n');
}

/** Quotes a text for a POSIX shell. Nothing in single quotes has a meaning there, except the closing quote. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Joins literal text and a shell expression to one word. */
function join(text: string, expression: string): string {
  return /^[\w .:=&?/%~-]*$/.test(text) ? `"${text}${expression}"` : `${quote(text)}"${expression}"`;
}

function renderUrl({ parts, authentication }: RequestPlan): string {
  const own = authentication.credentials.filter(each => each.in === 'query');
  const names = new Set(own.map(({ name }) => encode(name)));
  let literal = formatUrl({ base: parts.base, query: parts.query.filter(({ name }) => !names.has(name)) });
  let url = '';
  for (const credential of own) {
    const separator = literal.includes('?') || url !== '' ? '&' : '?';
    url += quote(`${literal}${separator}${encode(credential.name)}=${encode(credential.prefix)}`);
    url += `"${renderSecret(credential)}"`;
    literal = '';
  }
  return literal === '' ? url : url + quote(literal);
}

function renderCookies({ parts, authentication }: RequestPlan): string | undefined {
  const own = authentication.credentials.filter(each => each.in === 'cookie');
  const literal = parts.cookies.map(([name, value]) => `${name}=${value}`);
  if (own.length === 0 && literal.length === 0) return undefined;
  let word = quote(`Cookie: ${literal.join('; ')}`);
  for (const [index, { name, prefix, ...rest }] of own.entries()) {
    const separator = index > 0 || literal.length > 0 ? '; ' : '';
    word += `${quote(`${separator}${name}=${prefix}`)}"${renderSecret({ name, prefix, ...rest })}"`;
  }
  return word;
}

/** curl encodes Basic credentials itself. */
function isCurlUser({ in: location, name, scheme, prefix }: Credential): boolean {
  return (
    location === 'header' && scheme === 'basic' && name.toLowerCase() === 'authorization' && /^basic $/i.test(prefix)
  );
}

function renderSecret({ secrets, scheme }: Credential): string {
  const variables = secrets.map(name => `$${name}`);
  return scheme === 'basic' ? `$(printf %s "${variables.join(':')}" | base64 | tr -d '\\n')` : variables.join('');
}

function renderBody(body: RequestBody | null): string[] {
  if (body === null) return [];
  if (body.kind === 'multipart') return body.parts.map(renderPart);
  if (body.kind !== 'bytes') return [`--data-raw ${quote(body.text)}`];
  const text = isFile(body) ? undefined : decodeUtf8(body.bytes);
  return [text === undefined ? `--data-binary @${body.filename ?? DEFAULT_FILE}` : `--data-raw ${quote(text)}`];
}

function renderPart(part: BodyPart): string {
  const { name, text = '', filename, content_type } = part;
  const file = getFileName(part);
  const type = content_type === undefined ? '' : `;type=${content_type}`;
  if (file !== undefined) return `-F ${quote(`${toFormName(name)}=@${file}${type}`)}`;
  if (filename === undefined && content_type === undefined && !name.includes('='))
    return `--form-string ${quote(`${name}=${text}`)}`;
  const named = filename === undefined ? '' : `;filename=${toFormText(filename)}`;
  return `-F ${quote(`${toFormName(name)}=${toFormText(text)}${type}${named}`)}`;
}

/** An equals sign would end the name. */
function toFormName(name: string): string {
  return name.replaceAll('=', '%3D');
}

/** Quotes a value of `curl -F`, in which semicolons separate options and a leading @ or < reads a file. */
function toFormText(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
