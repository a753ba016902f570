import type { Manifest } from '#manifest/manifest.ts';
import { planBodyFormat } from './body/body-format.ts';
import { buildBody, getBodyKind, listOmitted } from './body/build-body.ts';
import type { RequestBody } from './body/request-body.ts';
import { listCallWarnings } from './call-warnings.ts';
import { type Cost, getCost } from './cost.ts';
import {
  isPlaceOf,
  selectSentCredentials,
  withHeaderCredentials,
  withoutCookies,
  withQueryCredentials,
} from './credentials/add-credentials.ts';
import type { Credential } from './credentials/credential.ts';
import { type PlannedAuthentication, planAuthentication } from './credentials/planned-authentication.ts';
import { getExampleArguments } from './example-arguments.ts';
import { type DeclaredEndpoint, MAX_PATH_LENGTH } from './find-endpoint.ts';
import type { CallFinding } from './finding.ts';
import type { Guess } from './guess.ts';
import { assignArguments } from './parameters/assign-arguments.ts';
import { findUnsendable, findValueProblems } from './parameters/find-value-problems.ts';
import {
  type LocatedParameter,
  type PlacedParameters,
  placeCredentials,
  placeParameters,
} from './parameters/located-parameter.ts';
import { readRequestExample } from './parameters/request-example.ts';
import { toJsonValue } from './parameters/to-json-value.ts';
import { buildHeaders, findHeaderProblems, isClientHeader } from './plan-headers.ts';
import { buildRequestUrl, formatUrl, type QueryPair } from './url/request-url.ts';
import { isRecord } from './url/value-text.ts';

/** The request for an endpoint, without the values of credentials. */
export interface RequestPlan {
  readonly method: string;
  /** The full URL, with `{name}` for each missing value and credential. */
  readonly url: string;
  /** All headers, with `{NAME}` for each secret. Cookies are in `Cookie`, and the media type of the body in `Content-Type`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | null;
  /** The request without credentials, in parts, for programs that add them. */
  readonly parts: RequestParts;
  readonly endpoint: { readonly method: string; readonly path: string };
  /** All parameters of the endpoint and all arguments, with locations and values. */
  readonly parameters: readonly LocatedParameter[];
  /** The required parameters without a value. */
  readonly missing: readonly string[];
  readonly authentication: PlannedAuthentication;
  readonly cost: Cost;
  /** Facts that the manifest does not declare, so the plan assumes them. */
  readonly guesses: readonly Guess[];
  readonly findings: readonly CallFinding[];
  readonly cautions: readonly string[];
}

/** The parts of a request that contain no credentials. */
export interface RequestParts {
  /** The origin and the path. */
  readonly base: string;
  /** Encoded names and values. */
  readonly query: readonly QueryPair[];
  readonly headers: Readonly<Record<string, string>>;
  /** Encoded names and values of the header `Cookie`. The name is empty for a value without one. */
  readonly cookies: readonly (readonly [string, string])[];
}

export interface PlanOptions {
  /** The origin of the API, which is the `url` of its listing. */
  readonly origin: string;
  /** The position of the credentials in `authentication.alternatives` (default: 0). */
  readonly alternative?: number | undefined;
  /** Sends credentials that the endpoint accepts but does not require (default: false). */
  readonly sendOptional?: boolean | undefined;
}

/**
 * Plans the request for an endpoint: URL, headers, cookies, body, and credentials. Members that the manifest does not declare
 * are guesses with reasons, and problems with arguments are findings. Sends no request, and never throws for a valid manifest.
 *
 * @param args values by parameter name. `header.name`, `query.name`, and so on select one of several parameters of that name.
 */
export function planRequest(
  manifest: Manifest,
  endpoint: DeclaredEndpoint,
  args: Readonly<Record<string, unknown>>,
  options: PlanOptions,
): RequestPlan {
  return planEndpoint(manifest, endpoint, () => args, options);
}

/** Plans the example request of an endpoint (`getExampleArguments`). */
export function planExampleRequest(manifest: Manifest, endpoint: DeclaredEndpoint, options: PlanOptions): RequestPlan {
  return planEndpoint(manifest, endpoint, getExampleArguments, options);
}

/** Plans only the start of a path that no request can contain, because that takes time in proportion to its length. */
function planEndpoint(
  manifest: Manifest,
  declared: DeclaredEndpoint,
  getArguments: (endpoint: DeclaredEndpoint, placed: PlacedParameters) => Readonly<Record<string, unknown>>,
  options: PlanOptions,
): RequestPlan {
  const isTooLong = declared.path.length > MAX_PATH_LENGTH;
  const endpoint = isTooLong ? { ...declared, path: declared.path.slice(0, MAX_PATH_LENGTH) } : declared;
  const placed = placeParameters(endpoint);
  const plan = planPlaced(manifest, endpoint, placed, getArguments(endpoint, placed), options);
  return isTooLong ? { ...plan, findings: [PATH_TOO_LONG, ...plan.findings] } : plan;
}

const PATH_TOO_LONG: CallFinding = {
  parameter: 'path',
  code: 'invalid_path_value',
  severity: 'error',
  message: `The declared path has more than ${MAX_PATH_LENGTH} characters, so no request can contain it. The plan has only its start.`,
  hint: 'Use another endpoint, or ask the publisher for a shorter path.',
};

function planPlaced(
  manifest: Manifest,
  endpoint: DeclaredEndpoint,
  declared: PlacedParameters,
  args: Readonly<Record<string, unknown>>,
  { origin, alternative, sendOptional }: PlanOptions,
): RequestPlan {
  const { method, path } = endpoint;
  const { authentication, guesses } = planAuthentication(manifest, endpoint, { alternative, sendOptional });
  const placed = placeCredentials(declared, authentication.credentials);
  const assigned = assignArguments(placed, args, endpoint);
  const filled = relaxFilled(assigned.parameters, authentication.credentials, path);
  const bodyFormat = planBodyFormat(manifest, placed.isWhole ? { ...endpoint, ...WHOLE } : endpoint, filled);
  const isJson = getBodyKind(bodyFormat.content_type) === 'json';
  const parameters = isJson ? filled.map(each => (each.in === 'body' ? toJsonParameter(each) : each)) : filled;
  const unsendable = findUnsendable(path, parameters);
  const sendable =
    unsendable.size === 0 ? parameters : parameters.map(each => (unsendable.has(each) ? withoutValue(each) : each));
  const given = dropRepeated(sendable);
  const inBody = given.filter(each => each.in === 'body');
  const built = buildBody(inBody, bodyFormat.content_type, placed.isWhole);
  const body = built ?? (isJson && hasEmptyExample(endpoint) ? emptyBody(bodyFormat.content_type) : null);
  const url = buildRequestUrl(origin, path, given);
  const withOwnCookies = buildHeaders(manifest, endpoint, given, body);
  const credentials = selectSentCredentials(authentication.credentials, given, path);
  const plannedHeaders = withoutCookies(withOwnCookies, credentials);
  const cost = getCost(manifest, endpoint);
  const findings = [
    ...parameters.flatMap(each => {
      const use = { isSendable: !unsendable.has(each), isJson: isJson && each.in === 'body' };
      return findValueProblems(each, use);
    }),
    ...findHeaderProblems(manifest, endpoint, parameters, { headers: plannedHeaders.headers, credentials }),
    ...assigned.findings,
  ];
  return {
    method,
    url: formatUrl(withQueryCredentials(url, credentials)),
    headers: withHeaderCredentials(plannedHeaders, credentials),
    body,
    parts: { ...url, ...plannedHeaders },
    endpoint: { method, path },
    parameters,
    missing: given.filter(({ required, value }) => required && value === undefined).map(({ name }) => name),
    authentication: { ...authentication, credentials },
    cost,
    guesses: [...placed.guesses, ...bodyFormat.guesses, ...assigned.guesses, ...guesses],
    findings,
    cautions: listCallWarnings({
      method,
      path,
      parameters,
      authentication,
      cost,
      omitted: placed.isWhole ? listOmitted(inBody) : [],
    }),
  };
}

/** Returns one parameter of each name and location. Manifests declare some twice, and a request must not repeat them. */
function dropRepeated(parameters: readonly LocatedParameter[]): readonly LocatedParameter[] {
  // Nearly all endpoints have different names, and a build plans tens of thousands.
  if (new Set(parameters.map(({ name }) => name)).size === parameters.length) return parameters;
  const seen = new Set<string>();
  return parameters.filter(({ in: location, name }) => {
    const { size } = seen;
    return seen.add(`${location} ${name}`).size > size;
  });
}

/** A manifest may also declare its credentials, and headers that every request has, as parameters. The plan fills them. */
function relaxFilled(
  parameters: readonly LocatedParameter[],
  credentials: readonly Credential[],
  path: string,
): readonly LocatedParameter[] {
  const hasBody = parameters.some(each => each.in === 'body');
  const isFilled = (each: LocatedParameter) =>
    each.required &&
    each.value === undefined &&
    (isUsualHeader(each, hasBody) || credentials.some(credential => isPlaceOf(each, credential, path)));
  return parameters.some(isFilled)
    ? parameters.map(each => (isFilled(each) ? { ...each, required: false } : each))
    : parameters;
}

const WHOLE = { request_body: 'whole' };

/** Whether the example shows an object without members: the body is required, but none of its members. */
function hasEmptyExample(endpoint: DeclaredEndpoint): boolean {
  const example = endpoint.method === 'GET' ? undefined : readRequestExample(endpoint);
  return isRecord(example) && Object.keys(example).length === 0;
}

function emptyBody(content_type: string): RequestBody {
  return { kind: 'json', content_type, value: {}, text: '{}' };
}

/** Whether the plan or the HTTP client sends a header without an argument. */
function isUsualHeader({ in: location, name }: LocatedParameter, hasBody: boolean): boolean {
  if (location !== 'header') return false;
  const isPlanned = /^accept$/i.test(name) || (hasBody && /^content-type$/i.test(name));
  return isPlanned || isClientHeader(name);
}

function toJsonParameter(parameter: LocatedParameter): LocatedParameter {
  const { value, type } = parameter;
  return value === undefined ? parameter : { ...parameter, value: toJsonValue(value, type) };
}

function withoutValue({ value, ...parameter }: LocatedParameter): LocatedParameter {
  return parameter;
}
