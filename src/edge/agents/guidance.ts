import type { Guidance } from '#contract/guidance.ts';
import { MAX_Q_LENGTH, PARAMETERS } from '#query/parameters.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '#query/query.ts';
import type { Addresses } from '../config.ts';
import { CATEGORY_GUIDANCE, guidanceDocument } from './guidance-document.ts';

/** `GET /agents`: how an agent uses this registry (specification, section 2.5). */
export function guidance({ registry, site, validator, mcp }: Addresses): string {
  return guidanceDocument('Guidance for agents: how to find an API here, and how to list one.', {
    purpose:
      'A public index of APIs that describe themselves in machine-readable manifests. Use it at run time to find an API that fits a task, then call that API directly: the registry proxies nothing.',
    why_use_amp: {
      structured:
        'Every listing has the same validated form: endpoints with parameters, authentication, pricing, limits, and notes written for agents.',
      honest:
        'status says what was checked: "verified" means that the origin served this manifest and passed our live checks at verified_at; "unverified" means that it was written from public documentation, or not checked yet.',
      fresh: 'verified_at, last_checked_at and next_check_by tell how old that knowledge is, so you need not trust us.',
      open: 'Reading needs no key, and every page of it is also a static JSON file.',
    },
    how_to_use: {
      list_everything: `GET ${registry}/listings`,
      search: `GET ${registry}/listings?q=weather%20forecast (case, accents and typing errors do not matter; at most ${MAX_Q_LENGTH} characters)`,
      filter: `GET ${registry}/listings?category=weather&auth_required=false&free_only=true (filters combine with AND)`,
      parameters: `${PARAMETERS.join(', ')}; any other is refused with 400`,
      only_verified: `GET ${registry}/listings?status=verified`,
      page: `limit is 1 to ${MAX_LIMIT} and ${DEFAULT_LIMIT} when left out; follow meta.links.next until it is null`,
      sort: 'sort=name, created_at or verified_at; order=asc or desc; with q the best match comes first',
      one_listing: `GET ${registry}/listings/{id}; the id is the host of the API, such as api.example.com`,
      one_listing_as_markdown: `GET ${site}/apis/{id}/index.md (what it takes to call the API, in at most 8 KB)`,
      changes: `GET ${registry}/listings?updated_since=2026-01-01T00:00:00Z, lapsed and withdrawn listings included`,
      categories: `GET ${registry}/categories`,
      history: `GET ${registry}/listings/{id}/history`,
      description_of_this_api: `GET ${registry}/openapi.json`,
      skills: `GET ${site}/.well-known/agent-skills/index.json`,
      tools: `an MCP server is at ${mcp}; its tools search_listings, get_listing and plan_call do the same`,
    },
    ...CATEGORY_GUIDANCE,
    workflow_example:
      `To answer "will it rain in Oslo tomorrow?": GET ${registry}/listings?category=weather&auth_required=false, choose a row by its description, status and pricing_model, ` +
      'GET the address in its links.self, read manifest.agent_notes and manifest.endpoints, then call url + path of the endpoint that fits, with its parameters.',
    listing_your_api: {
      step_1: `Write a manifest in format 0.3; its schema is ${site}/schemas/v0.3/manifest.json.`,
      step_2:
        "Serve it as JSON at /.well-known/api-manifest.json on your API's own origin, over https and without credentials.",
      step_3: `Check it: POST ${validator}/validate with {"url": "https://api.example.com"}; mend what the report names.`,
      step_4: `Submit it: POST ${registry}/listings/submit with {"url": "https://api.example.com"}; then follow the status_url of the answer.`,
    },
    example_api: {
      url: `${registry}/listings/api.open-meteo.com`,
      description: 'A free weather API that needs no key; its listing shows what every listing holds.',
    },
    registry_notes:
      'Manifests are written by publishers, or by us from public documentation where source is "documentation". Badges are earned by live checks only. Nothing is deleted: lapsed and withdrawn listings still answer by id.',
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
