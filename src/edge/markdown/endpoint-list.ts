import type { CostHint, Endpoint, Manifest, Parameter } from '#manifest/manifest.ts';
import { beginning, byteLength, code, said } from './strangers-text.ts';

/** The endpoints of a listing as Markdown. */
export interface EndpointList {
  readonly markdown: string;
  /** How many of the endpoints it has. */
  readonly shown: number;
  /** Whether it says all that the manifest says of them. */
  readonly form: 'full' | 'brief';
}

/** Every endpoint with all that its manifest says of it. */
export function fullEndpoints({ endpoints }: Manifest, origin: string): EndpointList {
  return {
    markdown: endpoints.map(endpoint => full(endpoint, origin)).join('\n\n'),
    shown: endpoints.length,
    form: 'full',
  };
}

/** As many endpoints as there is room for, a line each: address, parameters, and the beginning of its description. */
export function briefEndpoints({ endpoints }: Manifest, origin: string, bytes: number): EndpointList {
  const lines: string[] = [];
  let room = bytes;
  for (const endpoint of endpoints) {
    if (room < SHORTEST_LINE) break;
    const line = brief(endpoint, origin);
    const length = byteLength(line) + 1;
    if (length > room) continue;
    lines.push(line);
    room -= length;
  }
  return { markdown: lines.join('\n'), shown: lines.length, form: 'brief' };
}

function full(endpoint: Endpoint, origin: string): string {
  const { description, parameters, response_description, cost_hint: cost } = endpoint;
  const parts = [
    `### ${requestOf(endpoint, origin)}`,
    said(description),
    ...(parameters.length > 0 ? [parameters.map(parameterLine).join('\n')] : []),
    `Answers with ${said(response_description)}`,
    ...(cost ? [costLine(cost)] : []),
  ];
  return parts.join('\n\n');
}

function costLine({ estimated_price, currency, unit, notes }: CostHint): string {
  return `Estimated cost: ${said(`${estimated_price} ${currency} per ${unit}`)}${notes ? ` ${said(notes)}` : ''}`;
}

function parameterLine({ name, type, required, description }: Parameter): string {
  return `- ${code(name)} (${code(type)}${required ? ', required' : ''}): ${said(description)}`;
}

const SHORTEST_LINE = 60;
const BRIEF_DESCRIPTION = 120;
const BRIEF_PARAMETERS = 8;

function brief(endpoint: Endpoint, origin: string): string {
  const { markdown, whole } = beginning(endpoint.description, BRIEF_DESCRIPTION, said);
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
