import type { Body } from '../catalog/catalog.ts';

const bodies = new WeakMap<Response, Body>();

/** A response whose whole body stays at hand, so that a tag can be made of it, and it can be kept, without a stream. */
export function responseWith(body: Body, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/** The body of a response that `responseWith` made; undefined for any other. */
export function getBody(response: Response): Body | undefined {
  return bodies.get(response);
}
