import { createCallPlan } from '#calls/call-plan.ts';
import { findEndpoint } from '#calls/find-endpoint.ts';
import { parsePath } from '#calls/parse-path.ts';
import { failure, success } from '#manifest/result.ts';
import { values as termsOf } from '#manifest/taxonomy.ts';
import { callPlanSchema } from './call-plan-schema.ts';
import { formatCallPlan } from './call-plan-text.ts';
import { toCallResult } from './call-result.ts';
import { endpointNotFound } from './endpoint-not-found.ts';
import { listingNotFound, parseListingId, readListing } from './stored-listing.ts';
import { defineTool, READS_REGISTRY } from './tool.ts';

interface PlanCallArguments {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Limits the size of the response, which repeats the parameters. No known endpoint declares half as many. */
const MAX_PARAMETERS = 200;

export const planCall = defineTool<PlanCallArguments>({
  name: 'plan_call',
  title: 'Plan a call',
  description:
    'Returns the request for an endpoint: URL, headers, body, credentials, cost, rate limits, and warnings. Sends no request to the API: send it yourself.',
  input: {
    properties: {
      id: { type: 'string', maxLength: 2048, description: 'The listing id.', examples: ['api.example.com'] },
      method: { type: 'string', enum: termsOf('http_methods') },
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 2048,
        description: 'The path in the manifest, with or without values for its placeholders.',
        examples: ['/v1/forecast'],
      },
      parameters: { type: 'object', description: 'Values by parameter name.' },
    },
    required: ['id', 'method', 'path'],
  },
  output: callPlanSchema,
  annotations: READS_REGISTRY,
  async run({ id: argument, method, path, parameters = {} }, { addresses, catalog, now }) {
    if (Object.keys(parameters).length > MAX_PARAMETERS)
      return failure(`Too many parameters. The maximum is ${MAX_PARAMETERS}.`);
    const id = parseListingId(argument, addresses);
    const registry = await catalog();
    const detail = await readListing(id, registry);
    if (detail === undefined) return listingNotFound(id, registry);
    const parsed = parsePath(path, detail.url);
    const match = findEndpoint(detail.manifest, method, parsed.path);
    if (match === undefined) return endpointNotFound(detail.manifest, method, parsed.path);
    // A declared path can have its own query string, which has no parameter values.
    const queryValues = match.endpoint.path === parsed.path ? {} : parsed.values;
    const plan = createCallPlan(detail, match, { ...queryValues, ...parameters }, now());
    const result = toCallResult(plan);
    return success({ text: formatCallPlan(result), data: { ...result } });
  },
});
