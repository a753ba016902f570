import { isObject } from '#manifest/json-object.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { excerpt } from '#manifest/text/excerpt.ts';

/** Valid payment requirements of an x402 server (spec/standards: x402). */
export interface Requirements {
  readonly version: X402Version;
  readonly networks: readonly string[];
}

/** The requirements, or the rules that they violate. */
export type RequirementsResult = Result<Requirements, readonly string[]>;

export type X402Version = 1 | 2;

const CAIP_2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;
const AMOUNT = /^[0-9]+$/;

const MAX_PROBLEMS = 8;

/** Returns whether a network is a CAIP-2 identifier, such as `eip155:8453`. */
export function isCaip2(network: string): boolean {
  return CAIP_2.test(network);
}

/**
 * Validates payment requirements against the rules of a version.
 *
 * @param value the decoded `PAYMENT-REQUIRED` header (version 2) or the parsed body (version 1)
 * @param requested the requested URL, which the requirements must name
 */
export function validateRequirements(version: X402Version, value: unknown, requested: string): RequirementsResult {
  if (!isObject(value)) return failure(['The payment requirements are not a JSON object.']);
  const { x402Version, accepts, resource } = value;
  const problems: string[] = [];
  if (x402Version !== version) problems.push(`x402Version must be ${version}, not ${excerpt(x402Version)}.`);
  if (version === 2)
    problems.push(...resourceProblems('resource.url', isObject(resource) ? resource.url : undefined, requested));
  if (!Array.isArray(accepts) || accepts.length === 0)
    problems.push('accepts must be an array with at least one offer.');
  const offers: readonly unknown[] = Array.isArray(accepts) ? accepts : [];
  for (const [index, offer] of offers.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    problems.push(...offerProblems(version, offer, `accepts[${index}]`, requested));
  }
  if (problems.length > 0) return failure(problems.slice(0, MAX_PROBLEMS));
  return success({ version, networks: offers.flatMap(offer => (isObject(offer) ? [String(offer.network)] : [])) });
}

function offerProblems(version: X402Version, offer: unknown, field: string, requested: string): string[] {
  if (!isObject(offer)) return [`${field} must be an object.`];
  const amount = version === 2 ? 'amount' : 'maxAmountRequired';
  const problems = ['scheme', 'network', 'asset', 'payTo']
    .filter(name => typeof offer[name] !== 'string' || offer[name] === '')
    .map(name => `${field}.${name} must be a non-empty string.`);
  if (version === 2 && typeof offer.network === 'string' && offer.network !== '' && !isCaip2(offer.network)) {
    problems.push(`${field}.network must be a CAIP-2 identifier such as eip155:8453, not ${excerpt(offer.network)}.`);
  }
  if (typeof offer[amount] !== 'string' || !AMOUNT.test(offer[amount])) {
    problems.push(`${field}.${amount} must be a string of digits, in the smallest unit of the asset.`);
  }
  if (typeof offer.maxTimeoutSeconds !== 'number' || !(offer.maxTimeoutSeconds > 0)) {
    problems.push(`${field}.maxTimeoutSeconds must be a number greater than 0.`);
  }
  if (version === 1) problems.push(...resourceProblems(`${field}.resource`, offer.resource, requested));
  return problems;
}

/** The URL must equal the requested URL after normalization, because a client pays only for its own request. */
function resourceProblems(field: string, resource: unknown, requested: string): string[] {
  const url = typeof resource === 'string' ? URL.parse(resource) : null;
  if (url) url.hash = '';
  return url?.href === requested
    ? []
    : [`${field} must be the requested URL ${requested}, not ${excerpt(resource ?? null)}.`];
}
