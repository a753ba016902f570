import { toSingleLine } from '#listing/display/single-line.ts';
import type { Listing } from '#listing/listing.ts';
import { getPrice } from '#listing/price.ts';
import { listingPage } from '#listing/row.ts';
import { title } from '#manifest/taxonomy.ts';
import { toUnicodeEscape } from '#manifest/text/excerpt.ts';
import { formatAttributedDescription } from '../format/attributed-description.ts';
import { toLink } from '../format/links.ts';
import { settings } from '../settings.ts';

/** The maximum length of a description. Search engines show only a few lines. */
const LONGEST = 500;

/**
 * Formats JSON-LD for a script element. Escapes publisher text, so that no character can end the element or start a
 * comment.
 */
export function formatJsonLd(data: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/[<>&\u2028\u2029]/g, toUnicodeEscape);
}

/**
 * A listing in the vocabulary of schema.org: a web API, with its price if it is free, and the source of its name and
 * description.
 */
export function createListingData({ record }: Listing, site: string): object {
  const { id, url, manifest, source } = record;
  const { name, documentation, categories } = manifest;
  const documentationLink = documentation === undefined ? null : toLink(documentation);
  const origin = toLink(source.type === 'publisher' ? source.manifest_url : source.documentation_url);
  return {
    '@type': 'WebAPI',
    '@id': `${site}${listingPage(id)}`,
    name: toSingleLine(name),
    description: formatAttributedDescription(record, LONGEST),
    url,
    ...(origin !== null && { subjectOf: { '@type': 'CreativeWork', url: origin } }),
    ...(documentationLink !== null && { documentation: documentationLink }),
    category: [...new Set(categories)].map(category => title('categories', category)),
    ...(getPrice(manifest).costsNothing && { offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' } }),
  };
}

/** The registry in the vocabulary of schema.org: a public data set. */
export function createRegistryData(description: string, site: string, registry: string): object {
  return {
    '@type': 'Dataset',
    '@id': `${site}/`,
    name: settings.siteName,
    description,
    url: `${site}/`,
    license: 'https://spdx.org/licenses/MIT.html',
    isAccessibleForFree: true,
    distribution: [
      { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${registry}/listings.json` },
    ],
  };
}
