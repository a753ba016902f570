import { describe, expect, test } from 'vitest';
import { listingOf } from '#listing/listing.ts';
import { rich } from '../fixtures/full-manifest.ts';
import { hostile } from '../fixtures/hostile-manifest.ts';
import { plain } from '../fixtures/minimal-manifest.ts';
import { createPublisherRecord } from '../fixtures/registry.ts';
import { createListingData, formatJsonLd } from './structured-data.ts';

const site = 'https://site.example';
const structured = (manifest: Parameters<typeof createPublisherRecord>[1]) =>
  createListingData(listingOf(createPublisherRecord('https://a.example', manifest)), site);

describe('JSON-LD', () => {
  test('escapes text that could end a script or start a comment, without changing its meaning', () => {
    const text = '</script><!--<script>&amp;\u2028\u2029';
    const written = formatJsonLd({ name: text });
    expect(written).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(written)).toEqual({ '@context': 'https://schema.org', name: text });
  });

  test('describes a listing, with a price only if it is free', () => {
    expect(structured(plain)).toMatchObject({
      '@type': 'WebAPI',
      '@id': `${site}/apis/a.example/`,
      url: 'https://a.example',
      description: expect.stringMatching(/^By its publisher: “.+”$/),
      subjectOf: { url: 'https://a.example/.well-known/api-manifest.json' },
      offers: { price: 0 },
    });
    expect(structured(rich)).not.toHaveProperty('offers');
  });

  test('contains only http(s) URLs and no direction overrides for a hostile listing', () => {
    const written = formatJsonLd(structured(hostile));
    expect(written).not.toMatch(/[<>&\u202a-\u202e\u2066-\u2069]/);
    expect(JSON.parse(written)).not.toHaveProperty('documentation');
  });
});
