/** The version of the manifest format. */
export const SPEC_VERSION = 'apimanifest-0.3';

/** What stands in `meta` of every enveloped answer (design: Envelope). */
export interface Meta {
  readonly spec_version: typeof SPEC_VERSION;
  readonly endpoint_description: string;
}

export function metaOf(endpoint_description: string): Meta {
  return { spec_version: SPEC_VERSION, endpoint_description };
}

/** An enveloped answer as JSON text. */
export function envelope(endpointDescription: string, data: unknown): string {
  return JSON.stringify({ meta: metaOf(endpointDescription), data });
}
