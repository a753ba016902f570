import { excerpt } from '#manifest/excerpt.ts';
import { failure, type Result, success } from '#manifest/result.ts';

/** What an x402 server asks for, judged by the rules of its version (spec/standards: x402). */
export interface Requirements {
  readonly version: X402Version;
  readonly networks: readonly string[];
}

export type RequirementsResult = Result<Requirements, readonly string[]>;

export type X402Version = 1 | 2;

const CAIP_2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;
const AMOUNT = /^[0-9]+$/;

/** So many are told; who mends them asks again. */
const MOST_PROBLEMS = 8;

/** Whether a network is written as CAIP-2 wants it, such as `eip155:8453`. */
export function isCaip2(network: string): boolean {
  return CAIP_2.test(network);
}

/**
 * Judges payment requirements against the rules of a version.
 *
 * @param value the decoded `PAYMENT-REQUIRED` header (version 2) or the parsed body (version 1)
 * @param asked the address that was asked; the requirements must be for it
 */
export function judgeRequirements(version: X402Version, value: unknown, asked: string): RequirementsResult {
  if (!isObject(value)) return failure(['The payment requirements are not a JSON object.']);
  const { x402Version, accepts, resource } = value;
  const problems: string[] = [];
  if (x402Version !== version) problems.push(`x402Version is ${excerpt(x402Version)}; it must be ${version} here.`);
  if (version === 2)
    problems.push(...resourceProblems('resource.url', isObject(resource) ? resource.url : undefined, asked));
  if (!Array.isArray(accepts) || accepts.length === 0) problems.push('accepts must be a list of at least one offer.');
  const offers: readonly unknown[] = Array.isArray(accepts) ? accepts : [];
  for (const [index, offer] of offers.entries()) {
    if (problems.length >= MOST_PROBLEMS) break;
    problems.push(...offerProblems(version, offer, `accepts[${index}]`, asked));
  }
  if (problems.length > 0) return failure(problems.slice(0, MOST_PROBLEMS));
  return success({ version, networks: offers.flatMap(offer => (isObject(offer) ? [String(offer.network)] : [])) });
}

function offerProblems(version: X402Version, offer: unknown, place: string, asked: string): string[] {
  if (!isObject(offer)) return [`${place} is not an object.`];
  const amount = version === 2 ? 'amount' : 'maxAmountRequired';
  const problems = ['scheme', 'network', 'asset', 'payTo']
    .filter(name => typeof offer[name] !== 'string' || offer[name] === '')
    .map(name => `${place}.${name} must be a non-empty string.`);
  if (version === 2 && typeof offer.network === 'string' && offer.network !== '' && !isCaip2(offer.network)) {
    problems.push(`${place}.network is ${excerpt(offer.network)}; write it as CAIP-2, such as eip155:8453.`);
  }
  if (typeof offer[amount] !== 'string' || !AMOUNT.test(offer[amount])) {
    problems.push(`${place}.${amount} must be a string of digits, in the smallest unit of the asset.`);
  }
  if (typeof offer.maxTimeoutSeconds !== 'number' || !(offer.maxTimeoutSeconds > 0)) {
    problems.push(`${place}.maxTimeoutSeconds must be a number above 0.`);
  }
  if (version === 1) problems.push(...resourceProblems(`${place}.resource`, offer.resource, asked));
  return problems;
}

/** The address must be the one that was asked, in any spelling: a client pays for what it asked for, nothing else. */
function resourceProblems(place: string, resource: unknown, asked: string): string[] {
  const url = typeof resource === 'string' ? URL.parse(resource) : null;
  if (url) url.hash = '';
  return url?.href === asked
    ? []
    : [`${place} is ${excerpt(resource ?? null)}; it must be the address asked for, ${asked}.`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
