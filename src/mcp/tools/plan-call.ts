import { createCallPlan } from '#calls/call-plan.ts';
import { findUrlError } from '#calls/call-url.ts';
import { findEndpoint } from '#calls/find-endpoint.ts';
import { parsePath } from '#calls/parse-path.ts';
import { values as termsOf } from '#manifest/taxonomy.ts';
import { callPlanSchema } from './call-plan-schema.ts';
import { callPlanText } from './call-plan-text.ts';
import { endpointNotFound } from './endpoint-not-found.ts';
import { idIn, listingOf, noListing } from './stored-listing.ts';
import { READS_REGISTRY, tool } from './tool.ts';

interface Given {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** What an answer repeats is bounded; no endpoint that was seen declares half as many. */
const MOST_VALUES = 200;

export const planCall = tool<Given>({
  name: 'plan_call',
  title: 'Plan a call',
  description:
    'Tells how to call an endpoint of a listed API: the full address, headers, body, parameters, authentication, expected cost, limits and cautions. It calls nothing: make the request yourself.',
  input: {
    properties: {
      id: { type: 'string', maxLength: 2048, description: "The listing's id.", examples: ['api.example.com'] },
      method: { type: 'string', enum: termsOf('http_methods') },
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 2048,
        description: 'The path as the manifest declares it, or filled in as it would be called.',
        examples: ['/v1/forecast'],
      },
      parameters: { type: 'object', description: 'Values for parameters, by name, as far as you have them.' },
    },
    required: ['id', 'method', 'path'],
  },
  output: callPlanSchema,
  annotations: READS_REGISTRY,
  async run({ id: given, method, path, parameters = {} }, { catalog, now }) {
    if (Object.keys(parameters).length > MOST_VALUES) return { fault: `Give ${MOST_VALUES} parameters at most.` };
    const id = idIn(given);
    const registry = await catalog();
    const detail = await listingOf(id, registry);
    if (detail === undefined) return noListing(id, registry);
    const asked = parsePath(path, detail.url);
    const found = findEndpoint(detail.manifest, method, asked.path);
    if (found === undefined) return endpointNotFound(detail.manifest, method, path);
    // A declared path may have a query of its own.
    const inQuery = found.endpoint.path === asked.path ? {} : asked.values;
    const plan = createCallPlan(detail, found, { ...inQuery, ...parameters }, now());
    const faults = plan.parameters.flatMap(parameter => findUrlError(parameter) ?? []);
    if (faults.length > 0) return { fault: faults.join(' ') };
    return { text: callPlanText(plan), data: { ...plan } };
  },
});
