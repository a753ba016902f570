import { excerpt } from '#manifest/text/excerpt.ts';
import type { Cost } from './cost.ts';
import { isDigest, isSignature } from './credentials/credential.ts';
import type { PlannedAuthentication } from './credentials/planned-authentication.ts';

interface PlannedCall {
  readonly method: string;
  /** The path as the manifest declares it. */
  readonly path: string;
  /** All parameters of the request. */
  readonly parameters: readonly { readonly name: string }[];
  readonly authentication: PlannedAuthentication;
  readonly cost: Cost;
  /** The names of body parameters that the request omits, because another parameter is the entire body. */
  readonly omitted: readonly string[];
}

/** Returns what a caller should know before sending a request, with the most serious first. */
export function listCallWarnings(call: PlannedCall): string[] {
  return [...generateWarnings(call)];
}

function* generateWarnings({
  method,
  path,
  parameters,
  authentication,
  cost,
  omitted,
}: PlannedCall): Generator<string> {
  if (method !== 'GET')
    yield `${method} may change data. Ask your user before you send it, unless the user requested it.`;
  if (cost.expectation === 'paid')
    yield 'This call may cost money. Agree on a limit with your user before the first call.';
  if (cost.expectation === 'free_tier') yield 'This call is free only within the free tier. Count your calls.';
  if (cost.expectation === 'unknown')
    yield 'The manifest does not declare a price. Check the cost before you send many requests.';
  if (cost.payment?.protocol === 'x402')
    yield 'Without payment, the request returns 402 with payment requirements (x402). Compare the amount with the declared rates before you pay.';
  if (authentication.required && authentication.credentials.length === 0 && authentication.alternatives.length === 0)
    yield 'The plan has no credential, because the manifest declares no header, query parameter, or cookie for it. See authentication.instructions.';
  if (UNDEFINED_PLACEHOLDER.test(path))
    yield 'The path has a placeholder in a syntax that manifests do not define, such as {id:pattern} or {?query}. Compare the URL with the documentation before you send the request.';
  if (hasUndeclaredFragment(path, parameters))
    yield 'The path has a fragment ("#"), which requests do not send. It may name a header or a query parameter that selects the operation. Compare the request with the documentation before you send it.';
  if (omitted.length > 0)
    yield `The manifest declares that one parameter is the entire body, but locates several in the body. The plan does not send ${omitted.map(name => excerpt(name)).join(', ')}.`;
  const headers = authentication.credentials.filter(each => each.in === 'header').map(({ name }) => name.toLowerCase());
  if (new Set(headers).size < headers.length)
    yield 'The manifest declares several credentials for the same header. A request can send only one, so the plan sends the last.';
  if (authentication.credentials.some(isDigest))
    yield 'The API requires Digest authentication. No fixed value works: use a client that supports it, such as curl.';
  if (authentication.credentials.some(isSignature))
    yield 'The API requires a signature of each request. No fixed value works: use a library for its scheme.';
}

/**
 * Placeholders of routers and of RFC 6570: `{id:pattern}`, `{id?}`, `{+path}`, `{list*}`, `<int:id>`, `:id(pattern)`,
 * `:path*`, and `*`. Five of 55,000 endpoints of real manifests have one. Plans fill them with a parameter of exactly this
 * name, without a converter such as `int:`, if there is one.
 */
const UNDEFINED_PLACEHOLDER = /\{[+#./;?&]|\{[^{}]*[:*/?]|<[^<>:]*:|\/:\w+[(*+]|\/\*/;

/**
 * Whether a path has a fragment with names that are not parameters. Manifests of APIs with one URL for all operations
 * distinguish them in this way, as in `/#X-Amz-Target=Logs.PutEvents`: 12% of the endpoints of real manifests.
 */
function hasUndeclaredFragment(path: string, parameters: PlannedCall['parameters']): boolean {
  const start = path.indexOf('#') + 1;
  if (start === 0) return false;
  const names = new Set(parameters.map(({ name }) => name));
  const shown = path
    .slice(start)
    .split('&')
    .map(pair => pair.split('=', 1)[0] ?? '');
  return shown.some(name => name !== '' && !names.has(name));
}
