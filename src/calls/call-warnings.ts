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

/** Returns the warnings about a listing and about a call. */
export function getCallWarnings(detail: Detail, call: Call, now: number): string[] {
  return [...getWarnings(detail, now), ...getRequestWarnings(call)];
}

function* getRequestWarnings({ method, parameters, authentication, cost }: Call): Generator<string> {
  if (method !== 'GET')
    yield `${method} may change data. Ask your user before you send it, unless the user requested it.`;
  if (cost.expectation === 'paid')
    yield 'This call may cost money. Agree on a limit with your user before the first call.';
  if (cost.expectation === 'free_tier') yield 'This call is free only within the free tier. Count your calls.';
  if (cost.expectation === 'unknown')
    yield 'The manifest does not declare a price. Check the cost before you send many requests.';
  if (cost.payment?.protocol === 'x402')
    yield 'Without payment, the request returns 402 with payment requirements (x402). Compare the amount with the declared rates before you pay.';
  if (authentication.required && authentication.header === null)
    yield 'The manifest does not declare a header for the credential. See authentication.instructions.';
  const undeclared = parameters.filter(({ type, value }) => type === 'unknown' && value !== undefined);
  if (undeclared.length > 0)
    yield 'Some parameters are not declared in the manifest. The API may reject or ignore them.';
  if (parameters.some(({ place }) => place === 'body'))
    yield 'The manifest format does not declare the location of parameters. This plan puts those outside the path in a JSON body. If the descriptions differ, follow them.';
}
