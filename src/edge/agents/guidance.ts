import type { Guidance } from '#contract/guidance.ts';
import { MAX_Q_LENGTH, PARAMETERS } from '#query/parameters.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '#query/query.ts';
import type { Summary } from '../catalog/catalog.ts';
import type { Addresses } from '../config.ts';
import type { ExampleApi } from './example-api.ts';
import { CATEGORY_GUIDANCE, guidanceDocument } from './guidance-document.ts';
import { formatStatusCounts, STATUS_TERMS, staticLists } from './status-counts.ts';

/** Creates the body of `GET /agents`: how agents use this registry (specification, section 2.5). */
export function guidance(
  { registry, site, validator, mcp, siteName }: Addresses,
  example_api: ExampleApi,
  statuses?: Summary['statuses'],
): string {
  return guidanceDocument('Guidance for agents: how to find an API in this registry, and how to list one.', {
    purpose: `${siteName}: a public index of APIs that describe themselves in machine-readable manifests. Use it at run time to find an API for a task, then call that API directly. The registry is not a proxy.`,
    why_use_amp: {
      structured:
        'All listings have the same validated structure: endpoints with parameters, authentication, pricing, rate limits, and notes for agents.',
      honest: `status shows the result of the checks. ${STATUS_TERMS} "unverified" means that the manifest was written from public documentation, or is not checked yet. observed shows what responded at the last check, and warnings where the manifest contradicts the live API.`,
      fresh: 'verified_at, last_checked_at, and next_check_by show how current the results are.',
      open: `Reading needs no key. All data is also available as static JSON files: ${staticLists(registry)}.`,
    },
    how_to_use: {
      list_everything: `GET ${registry}/listings`,
      search: `GET ${registry}/listings?q=weather%20forecast (ignores case and accents, and tolerates typos; at most ${MAX_Q_LENGTH} characters)`,
      filter: `GET ${registry}/listings?category=weather&auth_required=false&free_only=true (filters combine with AND; category, price, authentication, badges, source, and status accept several values; free_only=true returns only APIs that cost nothing, price=free,free_tier also those with a free tier)`,
      only_responding: `GET ${registry}/listings?responding=true`,
      parameters: `${PARAMETERS.join(', ')}; other parameters return 400`,
      only_verified: `GET ${registry}/listings?status=verified`,
      page: `limit is 1 to ${MAX_LIMIT} (default: ${DEFAULT_LIMIT}); follow meta.links.next until it is null`,
      sort: 'sort=name, created_at, verified_at, or uptime; order=asc or desc; with q, the best match comes first',
      one_listing: `GET ${registry}/listings/{id}; the id is the host of the API, such as api.example.com`,
      one_listing_as_markdown: `GET ${site}/apis/{id}/index.md (everything that you need to call the API, in at most 8 KB)`,
      changes: `GET ${registry}/listings?updated_since=2026-01-01T00:00:00Z (includes lapsed and withdrawn listings; start one day before meta.generated_at of your last poll, because older changes can follow)`,
      categories: `GET ${registry}/categories`,
      collections: `GET ${registry}/collections (sets of APIs on one theme); GET ${registry}/collections/{collection}`,
      history: `GET ${registry}/listings/{id}/history`,
      manifest: `GET ${registry}/listings/{id}/manifest.json (the manifest alone; if source is "documentation", the publisher can serve this file and submit the origin to claim the listing)`,
      description_of_this_api: `GET ${registry}/openapi.json`,
      skills: `GET ${site}/.well-known/agent-skills/index.json`,
      tools: `MCP server: ${mcp}; its tools search_listings, get_listing, and plan_call offer the same`,
    },
    ...CATEGORY_GUIDANCE,
    workflow_example:
      `To answer "will it rain in Oslo tomorrow?": GET ${registry}/listings?category=weather&auth_required=false, choose a listing by its description, status, observed, and costs_nothing, ` +
      'GET its links.self, read manifest.agent_notes and manifest.endpoints, then call url + path of the matching endpoint with its parameters.',
    listing_your_api: {
      step_1: `Write a manifest in format 0.3; its schema is ${site}/schemas/v0.3/manifest.json.`,
      step_2:
        'Serve it as JSON at /.well-known/api-manifest.json on the origin of your API, over https and without credentials.',
      step_3: `Check it: POST ${validator}/validate with {"url": "https://api.example.com"}; fix the errors in the report.`,
      step_4: `Submit it: POST ${registry}/listings/submit with {"url": "https://api.example.com"}; then poll the status_url in the response.`,
    },
    example_api,
    registry_notes:
      (statuses === undefined ? '' : `Listings by status: ${formatStatusCounts(statuses)}. `) +
      'Publishers write the manifests. If source is "documentation", this registry wrote the manifest from public documentation. Only live checks award badges. Listings are never deleted: lapsed and withdrawn listings remain available by id.',
    related_services: {
      site,
      validator,
      tool_hub: mcp,
      schema_0_3: `${site}/schemas/v0.3/manifest.json`,
      schema_0_2: `${site}/schemas/v0.2/manifest.json`,
      openapi: `${registry}/openapi.json`,
      llms_txt: `${site}/llms.txt`,
    },
  } satisfies Guidance);
}
