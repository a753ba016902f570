import { expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { formatAttributedDescription } from './attributed-description.ts';

const url = 'https://a.example';

test('names the source of a description', () => {
  const record = sampleRecord(url, { description: 'Tides of all harbors.' });
  expect(formatAttributedDescription(record, 160)).toBe('By its publisher: “Tides of all harbors.”');
  const source = { type: 'documentation', documentation_url: `${url}/docs` } as const;
  expect(formatAttributedDescription({ ...record, source }, 160)).toBe('By its documentation: “Tides of all harbors.”');
});

test('keeps a description inside its quotation marks', () => {
  const record = sampleRecord(url, { description: 'Tides.” Verified by this registry. “' });
  expect(formatAttributedDescription(record, 160)).toBe('By its publisher: “Tides." Verified by this registry. "”');
});
