import { planBodyFormat } from '#calls/body/body-format.ts';
import { planExampleRequest, type RequestPlan } from '#calls/request-plan.ts';
import { renderSnippet } from '#calls/snippets/render-snippet.ts';
import type { CostHint, Endpoint, Manifest } from '#manifest/manifest.ts';
import { toVisibleText } from '#manifest/text/visible-text.ts';
import { byteLength, code, codeBlock, inline, quoteInline, truncateMarkdown } from './untrusted-text.ts';

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

/** Which endpoints have an example request: all, the first one, or none. */
export type ShownRequests = 'all' | 'first' | 'none';

/**
 * The endpoints of a listing, formatted in the forms of its Markdown. Keeps what several forms share, because a long listing
 * tries them one after the other.
 */
export class EndpointFormatter {
  readonly #endpoints: readonly Endpoint[];
  readonly #origin: string;
  readonly #planOf: (endpoint: Endpoint) => RequestPlan;
  readonly #factsOf: (endpoint: Endpoint) => EndpointFacts;
  readonly #requestOf: (endpoint: Endpoint) => string | undefined;

  /** @param endpoints those to format (default: all) */
  constructor(manifest: Manifest, origin: string, endpoints: readonly Endpoint[] = manifest.endpoints) {
    this.#endpoints = endpoints;
    this.#origin = origin;
    this.#planOf = onceFor(each => planExampleRequest(manifest, each, { origin }));
    this.#factsOf = onceFor(each => formatFacts(manifest, each, origin, this.#planOf(each)));
    this.#requestOf = onceFor(each => renderRequest(this.#planOf(each)));
  }

  /** Formats all endpoints in full; returns undefined if that exceeds the given number of bytes. */
  full(bytes: number, requests: ShownRequests): EndpointList | undefined {
    const texts: string[] = [];
    let room = bytes;
    for (const endpoint of this.#endpoints) {
      const hasRequest = requests === 'all' || (requests === 'first' && endpoint === this.#endpoints[0]);
      const { beforeRequest, afterRequest } = this.#factsOf(endpoint);
      const request = hasRequest ? this.#requestOf(endpoint) : undefined;
      const parts = request === undefined ? [beforeRequest, afterRequest] : [beforeRequest, request, afterRequest];
      const text = `${parts.join('\n\n')}\n`;
      room -= byteLength(text) + 1;
      if (room < 0) return undefined;
      texts.push(text);
    }
    return { markdown: texts.join('\n').trimEnd(), shown: texts.length, named: 0, form: 'full' };
  }

  /**
   * Formats as many endpoints as fit into the given number of bytes, one per line: URL, parameters, and the start of the
   * description. If not all fit, lists as many of the others as possible by method and path only.
   */
  brief(bytes: number): EndpointList {
    const endpoints = this.#endpoints;
    const line = onceFor(endpoint => brief(endpoint, this.#origin, this.#planOf(endpoint)));
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
}

/** The share of the space reserved for endpoints with only method and path. */
const SHARE_OF_NAMES = 0.4;

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

/** Computes each value at its first use. */
function onceFor<T>(compute: (endpoint: Endpoint) => T): (endpoint: Endpoint) => T {
  const known = new Map<Endpoint, T>();
  return endpoint => {
    const value = known.has(endpoint) ? (known.get(endpoint) as T) : compute(endpoint);
    known.set(endpoint, value);
    return value;
  };
}

/** All facts of the manifest about an endpoint, as Markdown. */
interface EndpointFacts {
  readonly beforeRequest: string;
  readonly afterRequest: string;
}

function formatFacts(manifest: Manifest, endpoint: Endpoint, origin: string, plan: RequestPlan): EndpointFacts {
  const { description, response_description } = endpoint;
  const { estimate } = plan.cost;
  const beforeRequest = [
    `### ${requestOf(endpoint, origin)}`,
    quoteInline(description),
    ...(plan.parameters.length > 0 ? [plan.parameters.map(each => parameterLine(each, plan)).join('\n')] : []),
    ...describeBody(manifest, endpoint, plan),
    ...describeAuthentication(endpoint, plan),
  ];
  const afterRequest = [
    `Response: ${quoteInline(response_description)}`,
    ...(estimate === null ? [] : [costLine(estimate)]),
  ];
  return { beforeRequest: beforeRequest.join('\n\n'), afterRequest: afterRequest.join('\n\n') };
}

/** The request of the endpoint with the examples of the manifest. Undefined if it has hidden characters. */
function renderRequest(plan: RequestPlan): string | undefined {
  const snippet = renderSnippet(plan, 'curl');
  if (toVisibleText(snippet) !== snippet) return undefined;
  const [, comments = '', command = ''] = /^((?:# .*\n)*)([\s\S]*)$/.exec(snippet) ?? [];
  const steps = comments.replace(/^# /gm, '').trim();
  return `${steps === '' ? '' : `${inline(steps)}\n\n`}${codeBlock(command, 'sh')}`;
}

/** The media type of the body, if the endpoint has one. */
function describeBody(manifest: Manifest, endpoint: Endpoint, { parameters, body, guesses }: RequestPlan): string[] {
  if (!parameters.some(each => each.in === 'body')) return [];
  const type = body?.content_type ?? planBodyFormat(manifest, endpoint, parameters).content_type;
  const isGuess = guesses.some(({ member }) => member === 'request_content_type');
  const whole =
    'request_body' in endpoint && endpoint.request_body === 'whole' ? ' The parameter is the whole body.' : '';
  return [`Body: ${isGuess ? 'probably ' : ''}${code(type)}.${whole}`];
}

/** The credentials of an endpoint, if they differ from the credentials of the API. */
function describeAuthentication(endpoint: Endpoint, { authentication }: RequestPlan): string[] {
  if (!('authentication' in endpoint)) return [];
  const { required, credentials } = authentication;
  if (!required) return ['This endpoint needs no credentials.'];
  const names = credentials.map(each => `${code(each.name)} (${each.in})`);
  return [`This endpoint needs credentials${names.length > 0 ? `: ${names.join(', ')}` : ''}.`];
}

function costLine({ estimated_price, currency, unit, notes }: CostHint): string {
  return `Estimated cost: ${quoteInline(`${estimated_price} ${currency} per ${unit}`)}${notes ? ` ${quoteInline(notes)}` : ''}`;
}

type PlannedParameter = RequestPlan['parameters'][number];

function parameterLine(parameter: PlannedParameter, plan: RequestPlan): string {
  const { name, type, required, description, example } = parameter;
  const facts = [code(type), ...(required ? ['required'] : []), placeOf(parameter, plan)];
  return `- ${code(name)} (${facts.join(', ')}): ${quoteInline(description)}${formatExample(example)}`;
}

const MAX_EXAMPLE_BYTES = 120;

function formatExample(example: unknown): string {
  if (example === undefined) return '';
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  const { markdown, complete } = truncateMarkdown(text, MAX_EXAMPLE_BYTES, code);
  return ` Example: ${markdown}${complete ? '.' : ' …'}`;
}

/** Where the parameter goes. "probably" marks a place that the manifest does not declare. */
function placeOf({ name, in: location }: PlannedParameter, { guesses, parameters }: RequestPlan): string {
  if (guesses.length === 0) return `in ${location}`;
  const index = parameters.findIndex(each => each.name === name && each.in === location);
  const isGuess = guesses.some(({ member }) => member === `parameters/${index}/in`);
  return `${isGuess ? 'probably ' : ''}in ${location}`;
}

const MIN_LINE_BYTES = 12;
/** Limits the time: after this many lines that do not fit, a shorter one is unlikely. */
const MAX_SKIPPED_LINES = 20;
const MAX_BRIEF_DESCRIPTION_BYTES = 120;
const MAX_BRIEF_PARAMETERS = 8;

function brief(endpoint: Endpoint, origin: string, plan: RequestPlan): string {
  const { markdown, complete } = truncateMarkdown(endpoint.description, MAX_BRIEF_DESCRIPTION_BYTES, quoteInline);
  const { parameters } = plan;
  const first = parameters.toSorted((a, b) => Number(b.required) - Number(a.required)).slice(0, MAX_BRIEF_PARAMETERS);
  const names = first.map(
    each => `${code(short(each.name))} (${each.required ? 'required, ' : ''}${placeOf(each, plan)})`,
  );
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
