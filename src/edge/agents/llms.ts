import { about, meaning, values } from '#manifest/taxonomy.ts';
import { listedCount, type Summary } from '../catalog/catalog.ts';
import type { Addresses } from '../config.ts';
import { AI_AGENT_NOTICE } from '../routes/root-document.ts';
import type { ExampleApi } from './example-api.ts';
import { type DocumentationText, documentationLinks } from './markdown/documentation.ts';
import { guidancePage } from './markdown/guidance-page.ts';
import { MARKDOWN_INDEX } from './markdown/markdown-url.ts';
import { SKILLS } from './skills/all-skills.ts';
import { skillPath } from './skills/skill.ts';
import { formatStatusCounts, STATUS_TERMS, staticLists } from './status-counts.ts';

/** Creates the body of `GET /llms.txt`: the overview for language models, in the format of llmstxt.org. */
export function llms(addresses: Addresses, summary: Summary, documentation: readonly DocumentationText[]): string {
  const { registry, site, validator, mcp, siteName } = addresses;
  const skills = SKILLS.map(
    skill => `- [Skill: ${skill.name}](${site}${skillPath(skill)}): ${skill.description(addresses)}`,
  );
  return `# ${siteName}

> A public index of APIs that agents can use: ${listedCount(summary)} listings, each with a validated machine-readable manifest. Find an API here at run time, then call it directly.

Listings by status: ${formatStatusCounts(summary.statuses)}. ${STATUS_TERMS}

Reading needs no key. Responses are JSON. All pages of the site, except the comparison, have a Markdown version: append \`${MARKDOWN_INDEX}\` to the path, or send \`Accept: text/markdown\`. ${AI_AGENT_NOTICE}

## Use

- [Search](${site}/docs/agents/${MARKDOWN_INDEX}): GET ${registry}/listings?q=weather, full-text search with q; tolerates typos
- [Filter](${site}/docs/agents/${MARKDOWN_INDEX}): GET ${registry}/listings?auth_required=false&free_only=true, by category, price, payment, authentication, maintainer, badges, status, or what responded at the last check. On hosts without the application, queries have no effect
- [Static lists](${registry}/listings/by/category/weather/1.json): ${staticLists(registry)}
- [Categories](${registry}/categories.json): both category vocabularies with descriptions and counts
- [Collections](${registry}/collections.json): curated sets of APIs on one theme, such as weather or payments
- [All listings as Markdown](${site}/apis/${MARKDOWN_INDEX}): A to Z; each listing at ${site}/apis/{id}/${MARKDOWN_INDEX}, in at most 8 KB
- [Guidance for agents](${registry}/agents.json): how to search, paginate, and read a listing
- [OpenAPI description](${registry}/openapi.json): all operations, parameters, and responses
- [MCP server](${mcp}/server-card): the registry as tools, at ${mcp}
- [API catalog](${site}/.well-known/api-catalog): the APIs of this registry, and listed APIs by category, as link sets

## Publish

- [Manifest schema 0.3](${site}/schemas/v0.3/manifest.json): the format of the document at /.well-known/api-manifest.json
- [Validator](${validator}/agents.json): check an API before you submit it

## Skills

${skills.join('\n')}

## Documentation

${documentationLinks(documentation, site)}

## Optional

- [Manifest schema 0.2](${site}/schemas/v0.2/manifest.json): the previous format, still accepted
- [Recent changes](${registry}/feed.json): new, changed, and lapsed listings, as a JSON feed
- [Export](${registry}/export/index.json): all listings in a few files, one per line, with SHA-256 digests
- [Full documentation](${site}/llms-full.txt): this overview and the complete documentation in one file
`;
}

/** Creates the body of `GET /llms-full.txt`: the overview, the vocabularies, the guidance, and the documentation. */
export function llmsFull(
  addresses: Addresses,
  summary: Summary,
  documentation: readonly DocumentationText[],
  exampleApi?: ExampleApi,
): string {
  const parts = [
    llms(addresses, summary, documentation),
    categories('categories', summary),
    categories('primary_categories', summary),
    guidancePage(addresses, exampleApi, summary.statuses),
    ...documentation.map(({ text }) => text()),
  ];
  return [...new Set(parts)].join('\n');
}

function categories(vocabulary: 'categories' | 'primary_categories', summary: Summary): string {
  const counts: Readonly<Record<string, number>> = summary[vocabulary];
  const lines = values(vocabulary).map(name => `- ${name}: ${meaning(vocabulary, name)} (${counts[name]} listings)`);
  return `# ${about(vocabulary).title}\n\n${about(vocabulary).description}\n\n${lines.join('\n')}\n`;
}
