/** The version of the manifest format. */
export const SPEC_VERSION = 'apimanifest-0.3';

/** The members of `meta` in all enveloped responses (design: Envelope). */
export interface Meta {
  readonly spec_version: typeof SPEC_VERSION;
  readonly endpoint_description: string;
}

/** Creates the members of `meta` that all envelopes have (design: Envelope). */
export function metaOf(endpoint_description: string): Meta {
  return { spec_version: SPEC_VERSION, endpoint_description };
}

/** Creates an enveloped response body as JSON text. */
export function envelope(endpointDescription: string, data: unknown): string {
  return JSON.stringify({ meta: metaOf(endpointDescription), data });
}
