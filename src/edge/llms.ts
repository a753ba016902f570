import { meaning, values } from '#manifest/taxonomy.ts';
import { listedCount, type Summary } from './catalogue.ts';
import type { Addresses } from './configuration.ts';
import { guidance } from './guidance.ts';
import { AI_AGENT_NOTICE } from './root-document.ts';

/** `GET /llms.txt`: the overview for language models, in the form of llmstxt.org. */
export function llms({ registry, site, validator }: Addresses, summary: Summary): string {
  return `# API registry

> A public index of APIs that agents can use: ${listedCount(summary)} listings, each with a validated machine-readable manifest. Find an API here at run time, then call it directly.

Reading needs no key. Answers are JSON. ${AI_AGENT_NOTICE}

## Use

- [Search](${registry}/listings?q=weather): words in q; typing errors do not matter
- [Filter](${registry}/listings?auth_required=false&free_only=true): by category, price, payment, authentication, maintainer, badges, status
- [Categories](${registry}/categories): both vocabularies with meanings and counts
- [Guidance for agents](${registry}/agents): how to search, page, and read a listing
- [OpenAPI description](${registry}/openapi.json): every operation, parameter and answer

## Publish

- [Manifest schema 0.3](${site}/schemas/v0.3/manifest.json): what an API serves at /.well-known/api-manifest.json
- [Validator](${validator}/agents): check an API before it is submitted

## Optional

- [Manifest schema 0.2](${site}/schemas/v0.2/manifest.json): the former format, still listed
- [Everything in one file](${site}/llms-full.txt): the vocabularies and the guidance, too
`;
}

/** `GET /llms-full.txt`: the overview, the guidance and the vocabularies as one Markdown file. */
export function llmsFull(addresses: Addresses, summary: Summary): string {
  const { data } = JSON.parse(guidance(addresses)) as { data: Record<string, unknown> };
  return `${llms(addresses, summary)}
# Guidance

${markdown(data, 2)}
# Categories

${list(values('categories').map(name => [name, `${meaning('categories', name)} (${summary.categories[name]} listings)`]))}

# Primary categories

${list(values('primary_categories').map(name => [name, `${meaning('primary_categories', name)} (${summary.primary_categories[name]} listings)`]))}
`;
}

/** A tree of guidance texts as headings, lists and paragraphs. */
function markdown(members: Record<string, unknown>, depth: number): string {
  return Object.entries(members)
    .map(([name, value]) => `${'#'.repeat(depth)} ${name.replaceAll('_', ' ')}\n\n${texts(value)}\n`)
    .join('\n');
}

function texts(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null) return list(Object.entries(value));
  return String(value);
}

function list(items: readonly (readonly [string, unknown])[]): string {
  return items.map(([name, text]) => `- ${name}: ${text}`).join('\n');
}
