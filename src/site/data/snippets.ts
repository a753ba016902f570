import { planExampleRequest, type RequestPlan } from '#calls/request-plan.ts';
import {
  LANGUAGE_NAMES,
  renderSnippet,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
} from '#calls/snippets/render-snippet.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import type { Endpoint } from '#manifest/manifest.ts';

/** A request as code, one text per language. */
export interface Quickstart {
  readonly plan: RequestPlan;
  readonly endpoint: Endpoint;
  readonly snippets: readonly { readonly language: SnippetLanguage; readonly name: string; readonly text: string }[];
}

/** A page shows the request of an endpoint in several places. */
const plans = new WeakMap<Endpoint, RequestPlan>();

/** Plans the example request of an endpoint. */
export function planExample({ url, manifest }: ListingRecord, endpoint: Endpoint): RequestPlan {
  const known = plans.get(endpoint);
  if (known !== undefined) return known;
  const plan = planExampleRequest(manifest, endpoint, { origin: url });
  plans.set(endpoint, plan);
  return plan;
}

/** Chooses the endpoint whose example needs the least work: a complete GET first, then the first GET, then the first. */
export function createQuickstart(record: ListingRecord): Quickstart | undefined {
  const endpoints: readonly Endpoint[] = record.manifest.endpoints.slice(0, 40);
  const isGet = ({ method }: Endpoint) => method === 'GET';
  const isComplete = (endpoint: Endpoint) => planExample(record, endpoint).missing.length === 0;
  const chosen =
    endpoints.find(each => isGet(each) && isComplete(each)) ??
    endpoints.find(isComplete) ??
    endpoints.find(isGet) ??
    endpoints[0];
  if (chosen === undefined) return undefined;
  const plan = planExample(record, chosen);
  const snippets = SNIPPET_LANGUAGES.map(language => ({
    language,
    name: LANGUAGE_NAMES[language],
    text: renderSnippet(plan, language, { id: record.id }),
  }));
  return { plan, endpoint: chosen, snippets };
}

/** Lists what the reader must add before the request works. Empty if it works as it is. */
export function listNeeds({ missing, authentication }: RequestPlan): readonly string[] {
  const { required, credentials, alternatives } = authentication;
  // A manifest may declare a key in a place where no plan puts it, such as the body.
  const isKeyUnplaced = required && alternatives.length === 0;
  return [
    ...(missing.length > 0 ? [`your values for ${missing.join(', ')}`] : []),
    ...(credentials.length > 0 || isKeyUnplaced ? ['your credentials'] : []),
  ];
}

/** Returns the example response of an endpoint, if its manifest has one. */
export function getResponseExample(endpoint: object): unknown {
  return (endpoint as { readonly response_example?: unknown }).response_example;
}
