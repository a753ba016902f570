import { LISTED } from '#listing/status.ts';
import { meaning, title, values } from '#manifest/taxonomy.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { DEFAULT_QUERY } from '#query/query.ts';
import { type Catalog, listedCount } from '../../catalog/catalog.ts';
import type { Addresses } from '../../config.ts';
import { LISTS } from './listing-list.ts';
import { toMarkdownUrl } from './markdown-url.ts';
import { ROWS_NOTICE, rowLine, rowsOf } from './rows.ts';

const NEWEST = 8;

/** Creates the Markdown of the home page: the contents of the registry, new listings, and example requests. */
export async function homePage(catalog: Catalog, { registry, site, siteName }: Addresses): Promise<string> {
  const { summary } = catalog;
  const { rows } = await rowsOf(catalog, { ...DEFAULT_QUERY, limit: NEWEST });
  const statuses = values('statuses').map(status => {
    const shown = LISTED.includes(status) ? '' : ' Not shown in lists.';
    return `- ${title('statuses', status)}: ${formatCount(summary.statuses[status], 'listing')}. ${meaning('statuses', status)}${shown}`;
  });
  const categories = LISTS.flatMap(({ path, title: name, filters: { category }, counted }) =>
    category && counted
      ? `- [${name}](${toMarkdownUrl(site + path)}): ${formatCount(counted(summary), 'listing')}`
      : [],
  );
  return `# ${siteName}

A public index of APIs, for people and for software agents: ${formatCount(listedCount(summary), 'listing')}. Each listing describes in machine-readable form what an API does, what it costs, and how to call it. For verified listings, the API itself serves the manifest, and the registry checked it against the live API.

- [Overview for language models](${site}/llms.txt), and [all documentation in one file](${site}/llms-full.txt)
- [All APIs, A to Z](${toMarkdownUrl(`${site}/apis/`)})
- [Categories and their meanings](${toMarkdownUrl(`${site}/categories/`)})

## Query it

The registry returns JSON and needs no key.

- Search, with typo tolerance: \`GET ${registry}/listings?q=forecast\`
- Filter, with any combination of filters: \`GET ${registry}/listings?category=weather&auth_required=false\`
- Get a listing with its full manifest: \`GET ${registry}/listings/{id}\`, or as Markdown: \`GET ${site}/apis/{id}/index.md\`
- See all operations in the [OpenAPI description](${registry}/openapi.json). Agents can start at [/agents](${registry}/agents).

## Publish an API

1. Describe the API in a manifest that matches the [schema](${site}/schemas/v0.3/manifest.json).
2. Serve it on the origin of the API, at \`/.well-known/api-manifest.json\`.
3. Submit the URL: \`POST ${registry}/listings/submit\` with \`{"url": "https://api.example.com"}\`. Validation is automatic, and listing is free.

## Newest

${ROWS_NOTICE}

${rows.length > 0 ? rows.map(rowLine).join('\n') : 'No APIs are listed yet.'}

## Statuses

${statuses.join('\n')}

## Categories

${categories.join('\n')}
`;
}
