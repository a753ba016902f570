import type { CostHint, Endpoint, Manifest, Parameter } from '#manifest/manifest.ts';
import { byteLength, code, quoteInline, truncateMarkdown } from './untrusted-text.ts';

/** The endpoints of a listing as Markdown. */
export interface EndpointList {
  readonly markdown: string;
  /** Number of endpoints in the list, including those with only a name. */
  readonly shown: number;
  /** Number of endpoints with only method and path. */
  readonly named: number;
  /** Whether the list has all facts of the manifest about each endpoint. */
  readonly form: 'full' | 'brief';
}

/** Formats all endpoints in full; returns undefined if that exceeds the given number of bytes. */
export function fullEndpoints({ endpoints }: Manifest, origin: string, bytes: number): EndpointList | undefined {
  const { lines } = fitting(endpoints, endpoint => `${full(endpoint, origin)}\n`, bytes);
  if (lines.length < endpoints.length) return undefined;
  return { markdown: lines.join('\n').trimEnd(), shown: endpoints.length, named: 0, form: 'full' };
}

/** The share of the space reserved for endpoints with only method and path. */
const SHARE_OF_NAMES = 0.4;

/**
 * Formats as many endpoints as fit into the given number of bytes, one per line: URL, parameters, and the start of the
 * description. If not all fit, lists as many of the others as possible by method and path only.
 */
export function briefEndpoints({ endpoints }: Manifest, origin: string, bytes: number): EndpointList {
  const line = (endpoint: Endpoint) => brief(endpoint, origin);
  const all = fitting(endpoints, line, bytes);
  if (all.lines.length === endpoints.length)
    return { markdown: all.lines.join('\n'), shown: endpoints.length, named: 0, form: 'brief' };
  const first = fitting(endpoints, line, bytes * (1 - SHARE_OF_NAMES));
  const rest = endpoints.filter(each => !first.lineByEndpoint.has(each));
  const named = fitting(rest, ({ method, path }) => `- ${code(`${method} ${path}`)}`, bytes - first.bytes - 2);
  const markdown = [first.lines, named.lines].filter(({ length }) => length > 0).map(lines => lines.join('\n'));
  return {
    markdown: markdown.join('\n\n'),
    shown: first.lines.length + named.lines.length,
    named: named.lines.length,
    form: 'brief',
  };
}

/** Returns the lines that fit. Skips a line that is too long and tries the next one. */
function fitting(endpoints: readonly Endpoint[], lineOf: (endpoint: Endpoint) => string, bytes: number) {
  const lineByEndpoint = new Map<Endpoint, string>();
  let [room, tooLong] = [bytes, 0];
  for (const endpoint of endpoints) {
    if (room < MIN_LINE_BYTES || tooLong > MAX_SKIPPED_LINES) break;
    const line = lineOf(endpoint);
    const length = byteLength(line) + 1;
    if (length > room) {
      tooLong++;
      continue;
    }
    lineByEndpoint.set(endpoint, line);
    room -= length;
  }
  return { lineByEndpoint, lines: [...lineByEndpoint.values()], bytes: bytes - room };
}

function full(endpoint: Endpoint, origin: string): string {
  const { description, parameters, response_description, cost_hint: cost } = endpoint;
  const parts = [
    `### ${requestOf(endpoint, origin)}`,
    quoteInline(description),
    ...(parameters.length > 0 ? [parameters.map(parameterLine).join('\n')] : []),
    `Response: ${quoteInline(response_description)}`,
    ...(cost ? [costLine(cost)] : []),
  ];
  return parts.join('\n\n');
}

function costLine({ estimated_price, currency, unit, notes }: CostHint): string {
  return `Estimated cost: ${quoteInline(`${estimated_price} ${currency} per ${unit}`)}${notes ? ` ${quoteInline(notes)}` : ''}`;
}

function parameterLine({ name, type, required, description }: Parameter): string {
  return `- ${code(name)} (${code(type)}${required ? ', required' : ''}): ${quoteInline(description)}`;
}

const MIN_LINE_BYTES = 12;
/** Limits the time: after this many lines that do not fit, a shorter one is unlikely. */
const MAX_SKIPPED_LINES = 20;
const MAX_BRIEF_DESCRIPTION_BYTES = 120;
const MAX_BRIEF_PARAMETERS = 8;

function brief(endpoint: Endpoint, origin: string): string {
  const { markdown, complete } = truncateMarkdown(endpoint.description, MAX_BRIEF_DESCRIPTION_BYTES, quoteInline);
  const { parameters } = endpoint;
  const first = parameters.toSorted((a, b) => Number(b.required) - Number(a.required)).slice(0, MAX_BRIEF_PARAMETERS);
  const names = first.map(({ name, required }) => code(short(name)) + (required ? ' (required)' : ''));
  const more = parameters.length - first.length;
  const list = more > 0 ? [...names, `${more} more`] : names;
  return `- ${requestOf(endpoint, origin)}: ${markdown}${complete ? '' : ' …'}${list.length > 0 ? ` Parameters: ${list.join(', ')}.` : ''}`;
}

function requestOf({ method, path }: Endpoint, origin: string): string {
  return code(`${method} ${origin}${path}`);
}

function short(name: string): string {
  return truncateMarkdown(name, 60, String).markdown;
}
