import { expect, test } from 'vitest';
import { validateManifest } from '#manifest/validate.ts';
import example02 from '#registry/examples/manifest-0.2.json' with { type: 'json' };
import example03 from '#registry/examples/manifest-0.3.json' with { type: 'json' };
import { addresses } from '../../catalog/catalog.fixture.ts';
import { formerManifestReference, manifestReference } from './manifest-reference.ts';

const REFERENCES = [
  ['0.3', manifestReference(addresses), example03],
  ['0.2', formerManifestReference(addresses), example02],
] as const;

test.each(REFERENCES)('has a complete and valid example for format %s', (version, text, example) => {
  const [, json = ''] = /```json\n(.*)\n```\n$/s.exec(text) ?? [];
  expect(JSON.parse(json)).toEqual(example);
  expect(validateManifest(example)).toMatchObject({ valid: true, specVersion: `apimanifest-${version}` });
});

test.each(REFERENCES)('shows each member of format %s in an example or through its own members', (_version, text) => {
  const fields = text.split(/^- (?=`)/m).slice(1);
  expect(fields.length).toBeGreaterThan(40);
  const titles = new Set(Array.from(text.matchAll(/^### (.*)$/gm), ([, title]) => title));
  for (const field of fields) {
    const [, type = ''] = /^`\w+` \((?:array of )?([^,;)]*?)(?: or null)?[,;)]/.exec(field) ?? [];
    if (!titles.has(type)) expect(field).toContain('For example `');
  }
});
