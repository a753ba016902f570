import type { Body } from '../catalog/catalog.ts';

const bodies = new WeakMap<Response, Body>();

/** Creates a response whose body can be read again without a stream, to compute its ETag or to cache it. */
export function responseWith(body: Body, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/** Returns the body of a response from `responseWith`; undefined for any other response. */
export function getBody(response: Response): Body | undefined {
  return bodies.get(response);
}
