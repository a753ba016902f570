import type { Context } from 'hono';
import type { EdgeContext, RequestContext } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { type Caller, networkOf, type RateLimit, rateLimit, UNKNOWN_CLIENT } from '../middleware/rate-limit.ts';
import { type Handler, param } from '../middleware/routing.ts';
import { submissionStatus, submit } from './submissions.ts';
import { validate } from './validator.ts';

/** The rate limits of expensive operations, shared by the HTTP API and the MCP server. */
export interface OperationLimits {
  readonly validate: RateLimit;
  readonly submit: RateLimit;
}

/** Creates the rate limits that a host configures. */
export function operationLimits({ live }: EdgeContext): OperationLimits {
  const now = live?.now ?? Date.now;
  const { validate, submit, local } = live?.limits ?? {};
  return {
    validate: rateLimit({ quota: validate, localQuota: local?.validate, now }),
    submit: rateLimit({ quota: submit, localQuota: local?.submit, now }),
  };
}

/** Creates the handlers of the rate-limited operations. Operations that the host does not support return 501. */
export function operations(
  { live, addresses, largeTexts, onError }: EdgeContext,
  limits: OperationLimits,
): Readonly<Record<'submit' | 'status' | 'validate', Handler>> {
  if (!live) return { submit: notOffered, status: notOffered, validate: notOffered };
  const { submissions } = live;
  const checking = limited(limits.validate, context =>
    validate(context.req.raw, callerOf(context).isLocal, { ...live, largeTexts }, onError),
  );
  if (!submissions) return { submit: notOffered, status: notOffered, validate: checking };
  const pipeline = { submissions, addresses };
  return {
    validate: checking,
    submit: limited(limits.submit, context => submit(context.req.raw, callerOf(context), pipeline)),
    status: context => submissionStatus(param(context, 'submission_id'), pipeline),
  };
}

/** Adds a rate limit and its headers to a handler. */
function limited(limit: RateLimit, handler: (context: Context) => Promise<Response>): Handler {
  return async context => {
    const headers = limit.take(callerOf(context));
    try {
      const response = await handler(context);
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    } catch (error) {
      throw error instanceof Problem ? error.with(headers) : error;
    }
  };
}

/** Returns the client of a request and its privileges, as the rate limits of all surfaces count them. */
export function callerOf(context: Context): Caller {
  const { client, isLocal = false } = context.env as RequestContext;
  return { client: client === undefined ? UNKNOWN_CLIENT : networkOf(client), isLocal };
}

function notOffered(): never {
  throw new Problem('not-implemented', 'This registry is read-only.');
}
