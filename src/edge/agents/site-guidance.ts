import type { Addresses } from '../config.ts';
import { CATEGORY_GUIDANCE, guidanceDocument } from './guidance-document.ts';
import { SKILLS } from './skills/all-skills.ts';
import { skillPath } from './skills/skill.ts';

/** `GET /agents` of a site that has an address of its own: what the site offers to agents (specification, section 4.4). */
export function siteGuidance({ registry, site, validator, mcp, siteName }: Addresses): string {
  return guidanceDocument(
    'Guidance for agents: what this site has for programs, and where the registry itself answers.',
    {
      purpose: `The site of the ${siteName}: its pages, documentation, and schemas, each also in a machine-readable format. For queries and submissions, use the registry at its own URL.`,
      why_use_amp: {
        readable: 'Every page has a Markdown twin, without navigation and markup to get past.',
        discoverable: 'What this host offers is described by several conventions, so that one that you know will do.',
        same: 'Pages, twins and JSON are made from the same listings, so none of them says more than the others.',
      },
      how_to_use: {
        read_a_page: `GET ${site}/apis/ with Accept: text/markdown, or GET ${site}/apis/index.md`,
        read_a_listing: `GET ${site}/apis/{id}/index.md (what it takes to call that API, in at most 8 KB)`,
        browse_by_category: `GET ${site}/categories/index.md`,
        overview: `GET ${site}/llms.txt, or with the whole documentation GET ${site}/llms-full.txt`,
        skills: `GET ${site}/.well-known/agent-skills/index.json, such as GET ${site}${skillPath(SKILLS[0] ?? { name: '' })}`,
        api_catalogue: `GET ${site}/.well-known/api-catalog (link sets: our own APIs, and those listed by category)`,
        resources: `GET ${site}/.well-known/ard.json`,
        search: `GET ${registry}/listings?q=weather%20forecast (at the registry)`,
      },
      ...CATEGORY_GUIDANCE,
      workflow_example: `To learn how to publish an API: GET ${site}/llms.txt, follow its skill publish-an-api, and read GET ${site}/docs/manifest/index.md for the members of a manifest.`,
      listing_your_api: {
        step_1: `Write a manifest in format 0.3; GET ${site}/schemas/v0.3/manifest.json is its schema.`,
        step_2: "Serve it at /.well-known/api-manifest.json on your API's own origin.",
        step_3: `Check it: POST ${validator}/validate with {"url": "https://api.example.com"}.`,
        step_4: `Submit it: POST ${registry}/listings/submit with {"url": "https://api.example.com"}.`,
      },
      example_api: {
        url: `${site}/apis/api.open-meteo.com/index.md`,
        description: 'The listing of a free weather API that needs no key, as Markdown.',
      },
      registry_notes:
        'Listings are written by publishers, or from public documentation where they say so. Pages of lapsed and withdrawn listings stay, and no list leads to them.',
      related_services: {
        registry,
        registry_guidance: `${registry}/agents`,
        validator,
        validator_guidance: `${validator}/agents`,
        tool_hub: mcp,
        openapi: `${registry}/openapi.json`,
      },
    },
  );
}
