import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { MAX_REQUESTS } from './probe-session.ts';
import { selectProbes } from './probes.ts';

test('the page about probes states their limits', async () => {
  const origin = 'https://api.example.com';
  const endpoints = Array.from({ length: 50 }, (_, i) => ({
    path: `/v1/list-${i}`,
    method: 'GET' as const,
    description: 'Lists things.',
    response_description: 'A list.',
    parameters: [],
  }));
  const probes = selectProbes(sampleManifest({ endpoints }), origin).length;
  const page = (await readFile('src/site/pages/probes.astro', 'utf8')).replace(/\s+/g, ' ');
  expect(page.match(/at most \d+ requests, including at most \d+ probes/g)).toEqual([
    `at most ${MAX_REQUESTS} requests, including at most ${probes} probes`,
    `at most ${MAX_REQUESTS} requests, including at most ${probes} probes`,
  ]);
});
