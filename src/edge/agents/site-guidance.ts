import type { Addresses } from '../config.ts';
import { createDefaultExample } from './example-api.ts';
import { CATEGORY_GUIDANCE, guidanceDocument } from './guidance-document.ts';
import { SKILLS } from './skills/all-skills.ts';
import { skillPath } from './skills/skill.ts';

/** Creates the body of `GET /agents` on a site with its own host (specification, section 4.4). */
export function siteGuidance(addresses: Addresses, exampleApi = createDefaultExample(addresses)): string {
  const { registry, site, validator, mcp, siteName } = addresses;
  return guidanceDocument(
    'Guidance for agents: machine-readable resources of this site, and the URL of the registry.',
    {
      purpose: `The site of the ${siteName}: pages, documentation, and schemas, all with a machine-readable version. Send queries and submissions to the registry, which has its own URL.`,
      why_use_amp: {
        readable: 'All pages have a Markdown version without navigation and markup.',
        discoverable:
          'This host describes its resources in several standard formats. You need to support only one of them.',
        same: 'HTML, Markdown, and JSON come from the same listings and contain the same data.',
      },
      how_to_use: {
        read_a_page: `GET ${site}/apis/ with Accept: text/markdown, or GET ${site}/apis/index.md`,
        read_a_listing: `GET ${site}/apis/{id}/index.md (everything that you need to call the API, in at most 8 KB)`,
        browse_by_category: `GET ${site}/categories/index.md`,
        overview: `GET ${site}/llms.txt, or GET ${site}/llms-full.txt with the complete documentation`,
        skills: `GET ${site}/.well-known/agent-skills/index.json, then a skill, such as GET ${site}${skillPath(SKILLS[0] ?? { name: '' })}`,
        api_catalogue: `GET ${site}/.well-known/api-catalog (link sets of the APIs of this registry, and of listed APIs by category)`,
        resources: `GET ${site}/.well-known/ard.json`,
        search: `GET ${registry}/listings?q=weather%20forecast (at the registry)`,
      },
      ...CATEGORY_GUIDANCE,
      workflow_example: `To learn how to publish an API: GET ${site}/llms.txt, follow its skill publish-an-api, and GET ${site}/docs/manifest/index.md for the manifest reference.`,
      listing_your_api: {
        step_1: `Write a manifest in format 0.3; its schema is ${site}/schemas/v0.3/manifest.json.`,
        step_2: 'Serve it at /.well-known/api-manifest.json on the origin of your API.',
        step_3: `Check it: POST ${validator}/validate with {"url": "https://api.example.com"}.`,
        step_4: `Submit it: POST ${registry}/listings/submit with {"url": "https://api.example.com"}.`,
      },
      example_api: exampleApi,
      registry_notes:
        'Publishers write the listings. If source is "documentation", this registry wrote the manifest from public documentation. Lapsed and withdrawn listings keep their pages, but lists exclude them.',
      related_services: {
        registry,
        registry_guidance: `${registry}/agents.json`,
        validator,
        validator_guidance: `${validator}/agents.json`,
        tool_hub: mcp,
        openapi: `${registry}/openapi.json`,
      },
    },
  );
}
