import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { planRequest, type RequestPlan } from '../request-plan.ts';

/** The members of an endpoint that a test declares. Parameters are optional strings by default. */
export interface TestedCall {
  readonly endpoint?: Readonly<Record<string, unknown>> & {
    readonly parameters?: readonly (Readonly<Record<string, unknown>> & { readonly name: string })[];
  };
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Plans a call to an endpoint with some declared members. */
export function planEndpoint({ endpoint = {}, manifest = {}, args = {} }: TestedCall, origin: string): RequestPlan {
  const parameters = (endpoint.parameters ?? []).map(each => ({
    type: 'string',
    required: false,
    description: 'A value.',
    ...each,
  }));
  const declared = { ...sampleManifest().endpoints[0], path: '/v1/tides', ...endpoint, parameters };
  const sample = { ...sampleManifest(), ...manifest };
  return planRequest(sample as unknown as Manifest, declared as unknown as DeclaredEndpoint, args, { origin });
}
