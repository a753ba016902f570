import type { Context } from 'hono';
import { Problem } from './problem.ts';
import { type RateLimit, rateLimit } from './rate-limit.ts';
import { type Handler, param } from './routing.ts';
import type { RequestContext, Services } from './services.ts';
import { submissionStatus, submit } from './submissions.ts';
import { validate } from './validator.ts';

/** What asks the network or takes something in, limited by client; what the host cannot do is not offered. */
export function operations({ live, addresses }: Services): Readonly<Record<'submit' | 'status' | 'validate', Handler>> {
  if (!live) return { submit: notOffered, status: notOffered, validate: notOffered };
  const { submissions, limits, now, local } = live;
  const checking = limited(rateLimit(limits.validate, now), context => validate(context.req.raw, live));
  if (!submissions) return { submit: notOffered, status: notOffered, validate: checking };
  const door = { submissions, addresses, local };
  return {
    validate: checking,
    submit: limited(rateLimit(limits.submit, now), context => submit(context.req.raw, clientOf(context), door)),
    status: context => submissionStatus(param(context, 'id'), door),
  };
}

/** A handler that a client can use only so often; its answers tell what is left. */
function limited(limit: RateLimit, handler: (context: Context) => Promise<Response>): Handler {
  return async context => {
    const headers = limit.take(clientOf(context));
    const response = await handler(context);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };
}

function clientOf(context: Context): string | undefined {
  return (context.env as RequestContext).client;
}

function notOffered(): never {
  throw new Problem('not-implemented', 'This copy of the registry is for reading only.');
}
