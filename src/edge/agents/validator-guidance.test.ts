import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { MAX_MANIFEST_BYTES } from '#manifest/text/manifest-text.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { addresses } from '../catalog/catalog.fixture.ts';
import { validatorGuidance } from './validator-guidance.ts';

const { data } = JSON.parse(validatorGuidance(addresses));

const payment = {
  model: 'free',
  currency: 'usd',
  rates: [{ unit: 'request', price: 'much' }],
  settlement: { type: 'real_time' },
};
const manifest02 = {
  ...sampleManifest(),
  spec_version: 'apimanifest-0.2',
  reliability: { maintained_by: 'individual' },
  listing_requested: true,
};

test.each([
  ['enum', { primary_category: 'new' }],
  ['minLength', { name: 'ab' }],
  ['maxLength', { name: 'a'.repeat(101) }],
  ['minItems', { categories: [] }],
  ['required', { description: undefined }],
  ['type', { endpoints: {} }],
  ['semver', { version: '1.0' }],
  ['uri', { homepage: 'example' }],
  ['date-time', { last_updated: '2026-01-01' }],
  ['email', { contact: { email: 'nobody' } }],
  ['minimum', { rate_limits: { requests_per_day: -1 } }],
  ['maximum', { reliability: { uptime_percentage: 101 } }],
  ['path', { endpoints: [{ ...sampleManifest().endpoints[0], path: 'a' }] }],
  ['currency', { payment }],
  ['decimal', { payment: { ...payment, currency: 'USD' } }],
  ['anyOf', { ...manifest02, contact: 'nobody' }],
] as const)('explains the rule %s', (rule, edits) => {
  const value = JSON.parse(JSON.stringify({ ...sampleManifest(), ...edits }));
  expect(reportOnManifest({ value }, 0).errors[0]?.rule).toBe(rule);
  expect(data.format_rules[rule]).toMatch(/^(A|An|Objects|The) .+\.$/);
});

test.each([
  ['json', '{'],
  ['utf-8', new Uint8Array([0xff])],
  ['duplicate-name', '{"a":1,"a":2}'],
  ['depth', '['.repeat(65)],
  ['number-range', '{"a":1e999}'],
  ['other-format', '{"openapi":"3.1.0"}'],
  ['too-large', ' '.repeat(MAX_MANIFEST_BYTES + 1)],
  ['too-many-keys', JSON.stringify(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`k${at}`, 0])))],
] as const)('explains the rule %s for JSON text', (rule, text) => {
  expect(reportOnManifest({ text }, 0).errors[0]?.rule).toBe(rule);
  expect(data.format_rules).toHaveProperty(rule);
});

test('explains each lint rule with its fix', () => {
  const text = `\u{feff}${JSON.stringify(sampleManifest({ name: 'My API' }))}`;
  const found = reportOnManifest({ text }, 0).checks.flatMap(({ findings = [] }) => findings.map(({ rule }) => rule));
  expect(found).toEqual(expect.arrayContaining(['byte-order-mark', 'placeholder-text']));
  for (const rule of found) expect(data.lint_rules).toHaveProperty(rule);
});
