import type { CredentialSet, DeclaredCredential } from './credential.ts';

/**
 * Returns the credentials that instructions name in plain words: headers, query parameters, cookies, or HTTP basic. Undefined
 * if they name none, or a signature of each request, which has no fixed value.
 */
export function guessCredentials(instructions: string): CredentialSet | undefined {
  // A build plans all endpoints of an API in a row.
  if (last?.instructions !== instructions) last = { instructions, set: findCredentials(instructions) };
  return last.set;
}

let last: { readonly instructions: string; readonly set: CredentialSet | undefined } | undefined;

function findCredentials(instructions: string): CredentialSet | undefined {
  const text = instructions.slice(0, MAX_INSTRUCTIONS);
  if (SIGNATURE.test(text)) return undefined;
  const found = PATTERNS.flatMap(pattern => findPhrase(text, pattern) ?? []).toSorted((a, b) => a.at - b.at);
  const [first = guessFromValue(text)] = found;
  if (first === undefined) return undefined;
  const credentials = first.names.map(name => toCredential(first.in, name, text));
  const value = credentials.map(each => `${each.in} ${each.name}`).join(', ');
  const reason = 'The manifest does not declare where the credential goes. The instructions name this place.';
  return { credentials, guesses: [{ member: 'authentication/config', value, reason }] };
}

const MAX_INSTRUCTIONS = 2000;

const SIGNATURE =
  /\b(signatures?|sig ?v4|aws4|hmac|oauth ?v?1|oauth1|(http|auth\w*) digest|digest auth\w*|edgegrid|hawk auth\w*|sign (each|every|all|the|your) requests?)\b/i;

/** One name, or two names of credentials that are sent together. */
interface Phrase {
  readonly in: DeclaredCredential['in'];
  readonly names: readonly string[];
  readonly at: number;
}

interface Pattern {
  readonly in: Phrase['in'];
  readonly expression: RegExp;
  /** Whether a word is a name and not a part of the sentence. */
  readonly isName: (word: string, before: string) => boolean;
}

const NAME = '["\'`]?([A-Za-z_][A-Za-z0-9_-]{1,60}(?:\\.[A-Za-z0-9_-]{1,60}){0,2})["\'`]?';
const QUERY = 'query (?:string )?(?:field|parameter|param|argument)';

/** Nouns such as "field" announce a name. In other phrases, the word must look like one. */
const PATTERNS: readonly Pattern[] = [
  phrase('header', `header (?:field|parameter|named|called) ${NAME}`, isNoStopWord),
  phrase('header', `header:? ${NAME}`, isHeaderName),
  phrase('header', `${NAME} (?:http |request )?header\\b`, isHeaderName),
  phrase('header', `headers ${NAME} and ${NAME}`, isHeaderName),
  phrase('header', '(Authorization): ?(?=[\\w"\'`<{])', isHeaderName),
  phrase('query', `${QUERY}(?: named| called)?:? ${NAME}`, isNoStopWord),
  phrase('query', `${NAME} (?:url )?${QUERY}\\b`, (word, before) => isKeyName(word) && !/\bapi[ -]$/i.test(before)),
  phrase('query', `as ${NAME} in the (?:query|url)\\b`, isNoStopWord),
  phrase('query', `(?<=[?&])${NAME}=(?:[<{[$]|your\\b|your_)`, isNoStopWord),
  phrase('query', `(?<=[?&])${NAME}=`, isKeyName),
  phrase('query', `query (?:parameters|params|fields) ${NAME} and ${NAME}`, isNoStopWord),
  phrase('query', `${NAME} and ${NAME} as query (?:parameters|params|fields)\\b`, isKeyName),
  phrase('cookie', `cookie (?:field|named|called) ${NAME}`, isNoStopWord),
];

function phrase(location: Phrase['in'], expression: string, isName: Pattern['isName']): Pattern {
  return { in: location, expression: new RegExp(`(?<!\\w)${expression}`, 'gi'), isName };
}

function findPhrase(text: string, { in: location, expression, isName }: Pattern): Phrase | undefined {
  for (const match of text.matchAll(expression)) {
    const names = match.slice(1).filter(name => name !== undefined);
    if (names.every(name => isName(name, text.slice(0, match.index)))) return { in: location, names, at: match.index };
  }
  return undefined;
}

function isHeaderName(word: string): boolean {
  return /^(authorization|x-.+)$/i.test(word) || (isKeyName(word) && /[-_]|[a-z][A-Z]|^api_?key$/i.test(word));
}

/** Returns whether a name of a header or a parameter means a credential. */
export function isKeyName(word: string): boolean {
  return /key|token|auth|secret|session|(app|client|user|account)[-_]?id/i.test(word);
}

function isNoStopWord(word: string): boolean {
  return !STOP_WORDS.has(word.toLowerCase());
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by called can cookie for from has if in is it must name named not of on one or part should that the this to using value via when which will with you your'.split(
    ' ',
  ),
);

/** Finds a header that the instructions show with its value, or HTTP basic. */
function guessFromValue(text: string): Phrase | undefined {
  const [, header] = /\b(X-[A-Za-z0-9-]*(?:key|token|auth)[A-Za-z0-9-]*)/i.exec(text) ?? [];
  if (header !== undefined) return { in: 'header', names: [header], at: 0 };
  return BASIC.test(text) ? { in: 'header', names: ['Authorization'], at: 0 } : undefined;
}

const BASIC = /\bbasic auth|\bhttp basic\b/i;

function toCredential(location: Phrase['in'], name: string, text: string): DeclaredCredential {
  const isAuthorization = location === 'header' && name.toLowerCase() === 'authorization';
  if (!isAuthorization) return { in: location, name, scheme: null, prefix: '' };
  return { in: 'header', name: 'Authorization', ...toScheme(findPrefix(text)) };
}

/**
 * Returns the scheme of the header `Authorization` that a text shows: `Authorization: Bearer <key>`. A text that only mentions a
 * scheme can mean another credential.
 */
export function findShownScheme(text: string): Pick<DeclaredCredential, 'scheme' | 'prefix'> | undefined {
  const start = text.slice(0, MAX_INSTRUCTIONS);
  const prefix = SIGNATURE.test(start) ? undefined : findShownPrefix(start);
  return prefix === undefined ? undefined : toScheme(prefix);
}

function toScheme(prefix: string): Pick<DeclaredCredential, 'scheme' | 'prefix'> {
  const [, known] = /^(bearer|basic) $/i.exec(prefix) ?? [];
  return { scheme: known?.toLowerCase() ?? null, prefix };
}

/** Returns the text before the secret: as the instructions show it, otherwise of the scheme that they name. */
function findPrefix(text: string): string {
  const shown = findShownPrefix(text);
  if (shown !== undefined) return shown;
  const isBare = /\b(without|no|not)( the| a)?( word| prefix)? ["'`]?bearer\b/i.test(text);
  if (/\bbearer\b/i.test(text) && !isBare) return 'Bearer ';
  return BASIC.test(text) || /\bauthorization: ?basic\b/i.test(text) ? 'Basic ' : '';
}

function findShownPrefix(text: string): string | undefined {
  const [, shown, rest = ''] =
    /\bauthorization: ?["'`]?([A-Za-z][A-Za-z0-9-]{1,30} )(token=)?["'`]?(?:[<{[$%]|[A-Za-z]+_|[A-Z]{3})/i.exec(text) ??
    [];
  return shown !== undefined && isNoStopWord(shown.trim()) ? shown + rest : undefined;
}
