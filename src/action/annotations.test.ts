import { afterEach, expect, test, vi } from 'vitest';
import { checkManifestText } from '#cli/manifest/check-manifest-text.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { annotate } from './annotations.ts';

afterEach(() => vi.restoreAllMocks());

test('annotates errors before warnings', () => {
  const endpoints = Array.from({ length: 30 }, (_, index) => ({
    path: `/tides/${index}?day=today`,
    method: 'GET' as const,
    description: 'Returns the tides of one harbor today.',
    parameters: [],
    response_description: index === 29 ? 'TODO: what it returns for a harbor.' : 'The tides of the harbor, by hour.',
  }));
  const bytes = new TextEncoder().encode(JSON.stringify(sampleManifest({ endpoints })));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  annotate('api-manifest.json', { ...checkManifestText(bytes, 'api-manifest.json'), bytes });
  const lines = write.mock.calls.map(([line]) => String(line)).filter(line => line.startsWith('::'));
  expect(lines[0]).toMatch(/^::error title=unfinished-text,.*endpoints\[29\]\.response_description/);
  expect(lines[1]).toMatch(/^::warning title=/);
});
