import type { Handler } from '../middleware/routing.ts';
import { Problem } from './problem.ts';

/**
 * A handler of a resource that takes no query parameters: what is sent all the same is not silently ignored (design:
 * Errors).
 * @throws Problem `invalid-query` that names each of them
 */
export function rejectQueryParameters(handler: Handler): Handler {
  return context => {
    const names = new Set(new URL(context.req.url).searchParams.keys());
    if (names.size === 0) return handler(context);
    const detail = 'This resource takes no parameters. GET /listings is what can be filtered, sorted and paged.';
    const errors = Array.from(names, parameter => ({ parameter, detail }));
    throw new Problem('invalid-query', detail, { errors });
  };
}
