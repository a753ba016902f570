import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkManifest } from '#action/manifest-file.ts';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { submitted, type TestRegistry, testRegistry } from '#submission/local/local-registry.fixture.ts';
import type { LocalRegistry } from '#submission/local/local-registry.ts';
import { ORIGIN } from '#verify/checks/scripted-fetcher.fixture.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { documents, NOW, verifyServed } from '#verify/served-documents.fixture.ts';

const RUNS = { numRuns: 200 };

let folder: string;
let world: TestRegistry;
let registry: LocalRegistry;
const served = new Map<string, string>();

beforeAll(async () => {
  folder = await makeTemporaryFolder('one-gate-');
  world = await testRegistry();
  registry = await world.open({ verify: ({ url }) => verifyServed(url, served.get(url) ?? '') });
});

afterAll(async () => {
  await world.remove();
  await removeFolder(folder);
});

/** Whether the checks accept a document that an origin serves. */
const isAccepted = async (document: string) => (await verifyServed(ORIGIN, document)).report.passed;

describe('the same 200 documents are accepted and rejected by the checks of an origin and', () => {
  test('the validate route', async () => {
    await expectAgreement(async document => {
      // A byte-order mark is part of a file, not of a member.
      const body = `{"manifest":${document.replace(/^\ufeff/, '')}}`;
      const headers = { 'Content-Type': 'application/json' };
      const response = await app.fetch(
        new Request('https://registry.example/validate', { method: 'POST', headers, body }),
      );
      // A text that is not JSON breaks the body of the request.
      return response.status === 200 && (await response.json()).passed;
    });
  });

  test('the action', async () => {
    await expectAgreement(async document => {
      await writeFile(path.join(folder, 'manifest.json'), document);
      const checked = await checkManifest(folder, 'manifest.json');
      return 'report' in checked && checked.report.passed;
    });
  });

  test('a submission', async () => {
    let count = 0;
    await expectAgreement(async document => {
      const url = `https://tides-${count++}.example`;
      served.set(url, document);
      return (await submitted(registry, url)).status === 'approved';
    });
    expect(world.faults).toEqual([]);
  });
});

const app = createApp({
  addresses,
  catalog: () => createMemoryCatalog([]),
  assets: { fetch: async () => undefined },
  live: {
    blocklist: () => undefined,
    verify: async () => reportOnManifest({ text: '{}' }, NOW),
    fetch: async () => Promise.reject(new Error('Unexpected request.')),
    now: () => NOW,
    limits: { validate: undefined, submit: undefined },
  },
});

/** Expects an entry point to accept what the checks of an origin accept, and at least a few documents. */
async function expectAgreement(accepts: (document: string) => Promise<boolean>): Promise<void> {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(documents, async document => {
      const expected = await isAccepted(document);
      accepted += Number(expected);
      expect(await accepts(document)).toBe(expected);
    }),
    RUNS,
  );
  expect(accepted).toBeGreaterThan(3);
}
