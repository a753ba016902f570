import type { Detail } from '#contract/detail.ts';
import type { Cost } from './cost.ts';
import type { Credentials } from './credentials.ts';
import type { LocatedParameter } from './parameter-locations.ts';
import { getWarnings } from './warnings.ts';

interface Call {
  readonly method: string;
  readonly parameters: readonly LocatedParameter[];
  readonly authentication: Credentials;
  readonly cost: Cost;
}

/** What to know before a call: of its listing, and of itself. */
export function getCallWarnings(detail: Detail, call: Call, now: number): string[] {
  return [...getWarnings(detail, now), ...ownCautions(call)];
}

function* ownCautions({ method, parameters, authentication, cost }: Call): Generator<string> {
  if (method !== 'GET')
    yield `${method} may change something. Ask your user before you send it, unless you were told to.`;
  if (cost.expectation === 'paid') yield 'This call may cost money. Agree on a bound with your user before the first.';
  if (cost.expectation === 'free_tier') yield 'This call costs nothing within the free tier only. Count your calls.';
  if (cost.expectation === 'unknown')
    yield 'The manifest does not tell what this call costs. Find out before you send many.';
  if (cost.payment?.protocol === 'x402')
    yield 'Unpaid, the request is answered 402 with payment requirements (x402). Compare their amount with the declared rates before you pay.';
  if (authentication.required && authentication.header === null)
    yield 'The manifest does not tell in a machine-readable form how the credential is sent; see authentication.instructions.';
  const undeclared = parameters.filter(({ type, value }) => type === 'unknown' && value !== undefined);
  if (undeclared.length > 0)
    yield 'Some of the parameters are not declared in the manifest; the API may refuse or ignore them.';
  if (parameters.some(({ place }) => place === 'body'))
    yield 'The format does not say where a parameter goes. What has no place in the path is put into a JSON body here; the descriptions count more.';
}
