import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORIGIN } from './checks/scripted-fetcher.fixture.ts';
import { reportOnManifest } from './report-on-manifest.ts';
import { documents, NOW, verifyServed } from './served-documents.fixture.ts';

test('validation and submission accept and reject the same 1,000 documents', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(documents, async document => {
      const isAccepted = (await verifyServed(ORIGIN, document)).report.passed;
      accepted += Number(isAccepted);
      expect(reportOnManifest({ text: document }, NOW).passed).toBe(isAccepted);
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(20);
});
