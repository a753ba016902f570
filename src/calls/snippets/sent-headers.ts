import type { RequestPlan } from '../request-plan.ts';

/** Returns the headers of a request without credentials and cookies, and without the media type of a multipart body. */
export function listSentHeaders({ parts, body, authentication }: RequestPlan): (readonly [string, string])[] {
  const secret = new Set(
    authentication.credentials.filter(each => each.in === 'header').map(({ name }) => name.toLowerCase()),
  );
  return Object.entries(parts.headers).filter(
    ([name]) =>
      !secret.has(name.toLowerCase()) && !(body?.kind === 'multipart' && name.toLowerCase() === 'content-type'),
  );
}
