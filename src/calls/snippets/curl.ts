import { formatDisposition, isFormData } from '../body/encode-multipart.ts';
import type { BodyPart, RequestBody } from '../body/request-body.ts';
import { type Credential, isDigest } from '../credentials/credential.ts';
import type { RequestPlan } from '../request-plan.ts';
import { encode } from '../url/encode.ts';
import { DEFAULT_FILE, decodeUtf8, getFileName, isFile, listSnippetComments } from './comments.ts';
import { quoteForShell } from './quote-for-shell.ts';
import { listCookieSegments, listUrlSegments, type Segment, splitUrl } from './segments.ts';
import { listSentHeaders } from './sent-headers.ts';

/** Renders a curl command for a POSIX shell. */
export function renderCurl(plan: RequestPlan): string {
  const { method, body, authentication } = plan;
  const { credentials } = authentication;
  const { url, options: queryOptions } = renderUrl(plan);
  const user = credentials.find(isCurlUser);
  const headers = listSentHeaders(plan).map(
    ([name, value]) => `-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`,
  );
  const secretHeaders = credentials
    .filter(each => each.in === 'header' && each !== user)
    .map(each => `-H ${join(`${each.name}: ${each.prefix}`, renderSecret(each))}`);
  const options = [
    ...(/[{}[\]]/.test(url) ? ['--globoff'] : []),
    ...(queryOptions.length > 0 ? ['-G'] : []),
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' && body === null ? [] : [`-X ${method}`]),
  ];
  const cookies = renderCookies(plan);
  const text = getText(body);
  const isLong = text !== undefined && text.length > MAX_ARGUMENT_LENGTH;
  const lines = [
    ['curl', ...options, url].join(' '),
    ...queryOptions,
    ...(user ? [`${isDigest(user) ? '--digest ' : ''}--user ${user.secrets.map(name => `"$${name}"`).join(':')}`] : []),
    ...headers,
    ...(needsLength(plan) ? ["-H 'Content-Length: 0'"] : []),
    ...secretHeaders,
    ...(cookies === undefined ? [] : [`-H ${cookies}`]),
    ...(isLong ? ['--data-binary @-'] : renderBody(body)),
  ];
  const command = `${isLong ? `printf %s ${quoteText(text)} | ` : ''}${lines.join(' \\\n  ')}`;
  const comments = [...listSnippetComments(plan, quoteForComment), ...listCookieComments(plan)].map(
    line => `# ${line}`,
  );
  return [...comments, ...(command.includes(NUL) ? [NUL_COMMENT] : []), command.replaceAll(NUL, '')].join('\n');
}

/**
 * A longer argument could exceed a limit: Windows allows 32,767 characters for a command, and Linux 128 KiB for an argument.
 * `printf` has no limit, because it is part of the shell.
 */
const MAX_ARGUMENT_LENGTH = 30_000;

/** The arguments of a command cannot contain this character. */
const NUL = '\0';
const NUL_COMMENT = '# A shell cannot send the character NUL, which is missing here. Use another language.';

/**
 * Quotes a name in a comment unless all its characters are harmless in a command. A terminal with zsh, the default of macOS,
 * runs a pasted comment as the command `#`, with the substitutions and quotes in its arguments.
 */
function quoteForComment(name: string): string {
  return /^[\w {}[\].:@/-]+$/.test(name) ? name : quoteForShell(name);
}

/**
 * Quotes a text of a body. Control, bidirectional, and invisible characters become codes for `printf`: some of them edit or
 * end the line in the terminal where a reader pastes it, pages and Markdown omit others, and all of them are invisible.
 */
function quoteText(text: string): string {
  // All these characters are in single quotes, which the code ends and starts again.
  return quoteForShell(text.toWellFormed()).replace(
    HIDDEN,
    run => `'"$(printf '${Array.from(new TextEncoder().encode(run), toOctalEscape).join('')}')"'`,
  );
}

/** The characters that `toVisibleText` removes or replaces, except NUL. */
const HIDDEN = /(?:(?![\0\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u{e0100}-\u{e01ef}])+/gu;

function toOctalEscape(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

/** Joins literal text and a shell expression to one word. */
function join(text: string, expression: string): string {
  return /^[\w .:=&?/%~-]*$/.test(text) ? `"${text}${expression}"` : `${quoteForShell(text)}"${expression}"`;
}

/** Renders the URL, and options that add secrets to it. curl encodes these only for requests without a body. */
function renderUrl(plan: RequestPlan): { readonly url: string; readonly options: readonly string[] } {
  const { url, credentials } = splitUrl(plan);
  if (plan.body === null && credentials.every(({ prefix }) => prefix === ''))
    return {
      url: quoteForShell(url),
      options: credentials.map(each => `--data-urlencode ${join(`${encode(each.name)}=`, renderSecret(each))}`),
    };
  const encoded = (secret: string) => `$(printf %s "${secret}" | od -An -tx1 -v | tr -d ' \\n' | sed 's/../%&/g')`;
  return {
    url: listUrlSegments(plan)
      .map(segment => renderSegment(segment, encoded))
      .join(''),
    options: [],
  };
}

function renderCookies(plan: RequestPlan): string | undefined {
  const cookies = listCookieSegments(plan);
  if (cookies.length === 0) return undefined;
  const start = (index: number) => (index === 0 ? 'Cookie: ' : '; ');
  return cookies
    .map(({ text, ...rest }, index) => renderSegment({ ...rest, text: start(index) + text }, each => each))
    .join('');
}

/** curl sends secrets in cookies as they are. Servers issue values without these characters. */
function listCookieComments({ authentication }: RequestPlan): string[] {
  const secrets = authentication.credentials.filter(each => each.in === 'cookie' && each.scheme !== 'basic');
  if (secrets.length === 0) return [];
  const names = secrets.flatMap(each => each.secrets).join(', ');
  return [`Percent-encode spaces, quotes, commas, semicolons, backslashes, and characters beyond ASCII in ${names}.`];
}

function renderSegment({ text, credential }: Segment, wrap: (secret: string) => string): string {
  return quoteForShell(text) + (credential === undefined ? '' : `"${wrap(renderSecret(credential))}"`);
}

/**
 * Whether the request needs a header for its length. Without a body, curl sends none, and some servers return 411. A reader who
 * must add a body needs another length.
 */
function needsLength({ method, body, parameters }: RequestPlan): boolean {
  const isIncomplete = parameters.some(each => each.in === 'body' && each.required && each.value === undefined);
  return body === null && !isIncomplete && /^(POST|PUT|PATCH)$/.test(method);
}

/** curl encodes Basic and Digest credentials itself. */
function isCurlUser(credential: Credential): boolean {
  const { in: location, name, scheme, prefix } = credential;
  if (isDigest(credential)) return true;
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
  if (body.kind === 'multipart')
    return [
      // curl adds the boundary.
      ...(isFormData(body.content_type) ? [] : [`-H ${quoteForShell(`Content-Type: ${body.content_type}`)}`]),
      ...body.parts.map(renderPart),
    ];
  const text = getText(body);
  if (text !== undefined) return [`--data-raw ${quoteText(text)}`];
  return [`--data-binary ${quoteForShell(`@${(body.kind === 'bytes' && body.filename) || DEFAULT_FILE}`)}`];
}

/** Returns the text of a body. Undefined for parts and for a file. */
function getText(body: RequestBody | null): string | undefined {
  if (body === null || body.kind === 'multipart') return undefined;
  if (body.kind !== 'bytes') return body.text;
  return isFile(body) ? undefined : decodeUtf8(body.bytes);
}

function renderPart(part: BodyPart): string {
  const { name, text = '', filename, content_type } = part;
  const file = getFileName(part);
  const type = content_type === undefined ? '' : toFormType(content_type);
  if (file !== undefined)
    return `-F ${quoteText(`${toFormName(name)}=@${/^[\w.-]+$/.test(file) ? file : toFormText(file)}${type}${toDisposition(name, file)}`)}`;
  if (filename === undefined && content_type === undefined && !name.includes('='))
    return `--form-string ${quoteText(`${name}=${text}`)}`;
  const named = filename === undefined ? '' : `;filename=${toFormText(filename)}`;
  return `-F ${quoteText(`${toFormName(name)}=${toFormText(text)}${type}${named}${toDisposition(name, filename)}`)}`;
}

/** An equals sign would end the name, so `toDisposition` sends the name. */
function toFormName(name: string): string {
  return name.replaceAll('=', '%3D');
}

/** Returns the option of `curl -F` for a name with an equals sign: the header, which curl otherwise builds from the name. */
function toDisposition(name: string, filename: string | undefined): string {
  return name.includes('=') ? `;headers=${toFormText(formatDisposition(name, filename))}` : '';
}

/** Quotes a value of `curl -F`, in which semicolons separate options and a leading @ or < reads a file. */
function toFormText(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Formats the media type of a part for `curl -F`. Its parameters must not be options of curl, which read files, and curl does
 * not know quoted values. A header has any parameters.
 */
function toFormType(type: string): string {
  const isPlain = /^[^\s;",]+(; *(?!(headers|filename|encoder|type)=)[^\s;",=@<]+=[^\s;",=@<]+)*$/i.test(type);
  return isPlain ? `;type=${type}` : `;headers=${toFormText(`Content-Type: ${type}`)}`;
}
