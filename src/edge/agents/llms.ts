import { about, meaning, values } from '#manifest/taxonomy.ts';
import { listedCount, type Summary } from '../catalog/catalog.ts';
import type { Addresses } from '../config.ts';
import { AI_AGENT_NOTICE } from '../routes/root-document.ts';
import { type DocumentationText, documentationLinks } from './markdown/documentation.ts';
import { guidancePage } from './markdown/guidance-page.ts';
import { MARKDOWN_INDEX } from './markdown/markdown-url.ts';
import { SKILLS } from './skills/all-skills.ts';
import { skillPath } from './skills/skill.ts';

/** `GET /llms.txt`: the overview for language models, in the form of llmstxt.org. */
export function llms(addresses: Addresses, summary: Summary, documentation: readonly DocumentationText[]): string {
  const { registry, site, validator, mcp, siteName } = addresses;
  const skills = SKILLS.map(
    skill => `- [Skill: ${skill.name}](${site}${skillPath(skill)}): ${skill.description(addresses)}`,
  );
  return `# ${siteName}

> A public index of APIs that agents can use: ${listedCount(summary)} listings, each with a validated machine-readable manifest. Find an API here at run time, then call it directly.

Reading needs no key. Answers are JSON. Every page of the site has a Markdown twin: add \`${MARKDOWN_INDEX}\` to its path, or ask for it with \`Accept: text/markdown\`. ${AI_AGENT_NOTICE}

## Use

- [Search](${registry}/listings?q=weather): words in q; typing errors do not matter
- [Filter](${registry}/listings?auth_required=false&free_only=true): by category, price, payment, authentication, maintainer, badges, status
- [Categories](${registry}/categories): both vocabularies with meanings and counts
- [All listings as Markdown](${site}/apis/${MARKDOWN_INDEX}): A to Z; a listing is at ${site}/apis/{id}/${MARKDOWN_INDEX}, in at most 8 KB
- [Guidance for agents](${registry}/agents): how to search, page, and read a listing
- [OpenAPI description](${registry}/openapi.json): every operation, parameter and answer
- [Tool hub](${mcp}/server-card): the registry as an MCP server, at ${mcp}
- [API catalog](${site}/.well-known/api-catalog): our own APIs, and those listed by category, as link sets

## Publish

- [Manifest schema 0.3](${site}/schemas/v0.3/manifest.json): what an API serves at /.well-known/api-manifest.json
- [Validator](${validator}/agents): check an API before it is submitted

## Skills

${skills.join('\n')}

## Documentation

${documentationLinks(documentation, site)}

## Optional

- [Manifest schema 0.2](${site}/schemas/v0.2/manifest.json): the former format, still listed
- [What is new](${registry}/feed.json): listings added, changed and lapsed, as a JSON feed
- [The whole registry](${registry}/export/index.json): every listing in few files, one a line, with SHA-256 and signature
- [Everything in one file](${site}/llms-full.txt): this overview and all of the documentation
`;
}

/** `GET /llms-full.txt`: the overview, the guidance, the vocabularies and the whole documentation as one Markdown file. */
export function llmsFull(addresses: Addresses, summary: Summary, documentation: readonly DocumentationText[]): string {
  const parts = [
    llms(addresses, summary, documentation),
    categories('categories', summary),
    categories('primary_categories', summary),
    guidancePage(addresses),
    ...documentation.map(({ text }) => text()),
  ];
  return [...new Set(parts)].join('\n');
}

function categories(vocabulary: 'categories' | 'primary_categories', summary: Summary): string {
  const counts: Readonly<Record<string, number>> = summary[vocabulary];
  const lines = values(vocabulary).map(name => `- ${name}: ${meaning(vocabulary, name)} (${counts[name]} listings)`);
  return `# ${about(vocabulary).title}\n\n${about(vocabulary).description}\n\n${lines.join('\n')}\n`;
}
