import type { RequestBody } from '#calls/body/request-body.ts';
import type { CallPlan } from '#calls/call-plan.ts';
import { decodeUtf8 } from '#calls/snippets/comments.ts';
import { hasBigint } from '#calls/url/value-text.ts';

/** A call plan as the tool `plan_call` returns it: as JSON, and each fact once. */
export interface CallResult
  extends Pick<CallPlan, 'listing' | 'endpoint' | 'cost' | 'limits' | 'missing' | 'guesses' | 'findings' | 'cautions'> {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /**
     * A JSON value, the members of a multipart body by name, or the text to send. Null for a request without a body. Bytes that
     * are not UTF-8 are Base64. JSON is a text if it has integers that programs would round, or if it is a string or null.
     */
    readonly body: unknown;
  };
  readonly parameters: readonly CallParameter[];
  readonly authentication: Omit<CallPlan['authentication'], 'alternatives'> & {
    readonly alternatives?: CallPlan['authentication']['alternatives'];
  };
}

interface CallParameter {
  readonly name: string;
  readonly in: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly value?: unknown;
}

/** Returns a planned call as the result of a tool. */
export function toCallResult(plan: CallPlan): CallResult {
  const { listing, endpoint, method, url, headers, body, cost, limits, missing, guesses, findings, cautions } = plan;
  const { alternatives, ...authentication } = plan.authentication;
  // The first set is in `credentials`, unless the endpoint responds without credentials.
  const others = authentication.required ? alternatives.slice(1) : alternatives;
  return {
    listing,
    endpoint,
    request: { method, url, headers, body: toJsonBody(body) },
    parameters: plan.parameters.map(({ name, in: location, type, required, description, value }) => ({
      name,
      in: location,
      type,
      required,
      description,
      ...(value !== undefined && { value: replaceBigints(value) }),
    })),
    missing,
    authentication: { ...authentication, ...(others.length > 0 && { alternatives: others }) },
    cost,
    limits,
    guesses,
    findings,
    cautions,
  };
}

function toJsonBody(body: RequestBody | null): unknown {
  if (body === null) return null;
  if (body.kind === 'json') {
    const { value, text } = body;
    // The JSON string "a" would look like the text a, and null like no body.
    return typeof value === 'string' || value === null || hasBigint(value) ? text : value;
  }
  if (body.kind === 'multipart') return replaceBigints(body.value);
  if (body.kind !== 'bytes') return body.text;
  return decodeUtf8(body.bytes) ?? btoa(Array.from(body.bytes, byte => String.fromCharCode(byte)).join(''));
}

/** Returns a value with each integer that a number cannot hold as a text, which keeps its digits. */
function replaceBigints(value: unknown): unknown {
  if (!hasBigint(value)) return value;
  return JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)));
}
