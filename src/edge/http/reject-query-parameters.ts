import type { Handler } from '../middleware/routing.ts';
import { Problem } from './problem.ts';

/**
 * Wraps the handler of a resource without query parameters, so that it rejects any instead of ignoring them (design:
 * Errors).
 * @throws Problem `invalid-query` that lists all parameters
 */
export function rejectQueryParameters(handler: Handler): Handler {
  return context => {
    const names = new Set(new URL(context.req.url).searchParams.keys());
    if (names.size === 0) return handler(context);
    const detail = 'This endpoint does not accept query parameters. To filter, sort, or page, use GET /listings.';
    const errors = Array.from(names, parameter => ({ parameter, detail }));
    throw new Problem('invalid-query', detail, { errors });
  };
}
