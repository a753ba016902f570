import type { CostHint, Endpoint, Manifest, Parameter } from '#manifest/manifest.ts';
import { beginning, byteLength, code, quoteInline } from './untrusted-text.ts';

/** The endpoints of a listing as Markdown. */
export interface EndpointList {
  readonly markdown: string;
  /** How many of the endpoints it has, all that are only named included. */
  readonly shown: number;
  /** How many it has by method and path alone. */
  readonly named: number;
  /** Whether it says all that the manifest says of them. */
  readonly form: 'full' | 'brief';
}

/** Every endpoint with all that its manifest says of it; undefined when that is more than so many bytes. */
export function fullEndpoints({ endpoints }: Manifest, origin: string, bytes: number): EndpointList | undefined {
  const { lines } = fitting(endpoints, endpoint => `${full(endpoint, origin)}\n`, bytes);
  if (lines.length < endpoints.length) return undefined;
  return { markdown: lines.join('\n').trimEnd(), shown: endpoints.length, named: 0, form: 'full' };
}

/** What is kept for naming the endpoints that have no room for more. */
const SHARE_OF_NAMES = 0.4;

/**
 * As many endpoints as there is room for, a line each: address, parameters, and the beginning of its description. Where
 * that is not all of them, the first so, and then as many as possible by method and path alone.
 */
export function briefEndpoints({ endpoints }: Manifest, origin: string, bytes: number): EndpointList {
  const line = (endpoint: Endpoint) => brief(endpoint, origin);
  const all = fitting(endpoints, line, bytes);
  if (all.lines.length === endpoints.length)
    return { markdown: all.lines.join('\n'), shown: endpoints.length, named: 0, form: 'brief' };
  const first = fitting(endpoints, line, bytes * (1 - SHARE_OF_NAMES));
  const rest = endpoints.filter(each => !first.told.has(each));
  const named = fitting(rest, ({ method, path }) => `- ${code(`${method} ${path}`)}`, bytes - first.bytes - 2);
  const markdown = [first.lines, named.lines].filter(({ length }) => length > 0).map(lines => lines.join('\n'));
  return {
    markdown: markdown.join('\n\n'),
    shown: first.lines.length + named.lines.length,
    named: named.lines.length,
    form: 'brief',
  };
}

/** The lines of those that there is room for; one that is too long gives way to those after it. */
function fitting(endpoints: readonly Endpoint[], lineOf: (endpoint: Endpoint) => string, bytes: number) {
  const told = new Map<Endpoint, string>();
  let [room, tooLong] = [bytes, 0];
  for (const endpoint of endpoints) {
    if (room < SHORTEST_LINE || tooLong > MOST_TOO_LONG) break;
    const line = lineOf(endpoint);
    const length = byteLength(line) + 1;
    if (length > room) {
      tooLong++;
      continue;
    }
    told.set(endpoint, line);
    room -= length;
  }
  return { told, lines: [...told.values()], bytes: bytes - room };
}

function full(endpoint: Endpoint, origin: string): string {
  const { description, parameters, response_description, cost_hint: cost } = endpoint;
  const parts = [
    `### ${requestOf(endpoint, origin)}`,
    quoteInline(description),
    ...(parameters.length > 0 ? [parameters.map(parameterLine).join('\n')] : []),
    `Answers with ${quoteInline(response_description)}`,
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

const SHORTEST_LINE = 12;
/** After so many there is hardly a shorter one, and each costs time. */
const MOST_TOO_LONG = 20;
const BRIEF_DESCRIPTION = 120;
const BRIEF_PARAMETERS = 8;

function brief(endpoint: Endpoint, origin: string): string {
  const { markdown, whole } = beginning(endpoint.description, BRIEF_DESCRIPTION, quoteInline);
  const { parameters } = endpoint;
  const first = parameters.toSorted((a, b) => Number(b.required) - Number(a.required)).slice(0, BRIEF_PARAMETERS);
  const names = first.map(({ name, required }) => code(short(name)) + (required ? ' (required)' : ''));
  const more = parameters.length - first.length;
  const list = more > 0 ? [...names, `${more} more`] : names;
  return `- ${requestOf(endpoint, origin)}: ${markdown}${whole ? '' : ' …'}${list.length > 0 ? ` Parameters: ${list.join(', ')}.` : ''}`;
}

function requestOf({ method, path }: Endpoint, origin: string): string {
  return code(`${method} ${origin}${path}`);
}

function short(name: string): string {
  return beginning(name, 60, String).markdown;
}
