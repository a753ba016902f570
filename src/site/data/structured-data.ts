import type { Listing } from '#listing/listing.ts';
import { listingPage } from '#listing/row.ts';
import { title } from '#manifest/taxonomy.ts';
import { attributedDescription } from '../format/attributed-description.ts';
import { toLink } from '../format/links.ts';
import { singleLine } from '../format/text.ts';
import { SITE_NAME } from '../site-name.ts';

/** Longer descriptions are cut: search engines show a few lines of them. */
const LONGEST = 500;

/**
 * JSON-LD as it may stand in a script element. Publishers' texts are in it, so no character may end the element or
 * begin a comment in it, wherever it stands.
 */
export function jsonLd(data: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * A listing in the terms of schema.org: a web API, with its price where it costs nothing, and what its name and
 * description come from.
 */
export function structuredListing({ record }: Listing, site: string): object {
  const { id, url, manifest, source } = record;
  const { name, documentation, categories, pricing } = manifest;
  const documentationLink = documentation === undefined ? null : toLink(documentation);
  const origin = toLink(source.type === 'publisher' ? source.manifest_url : source.documentation_url);
  return {
    '@type': 'WebAPI',
    '@id': `${site}${listingPage(id)}`,
    name: singleLine(name),
    description: attributedDescription(record, LONGEST),
    url,
    ...(origin !== null && { subjectOf: { '@type': 'CreativeWork', url: origin } }),
    ...(documentationLink !== null && { documentation: documentationLink }),
    category: [...new Set(categories)].map(category => title('categories', category)),
    ...(pricing.model === 'free' && { offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' } }),
  };
}

/** The registry itself in the terms of schema.org: a data set that anyone may copy. */
export function structuredRegistry(description: string, site: string, registry: string): object {
  return {
    '@type': 'Dataset',
    '@id': `${site}/`,
    name: SITE_NAME,
    description,
    url: `${site}/`,
    license: 'https://spdx.org/licenses/MIT.html',
    isAccessibleForFree: true,
    distribution: [
      { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${registry}/listings.json` },
    ],
  };
}
