import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath } from '#listing/listing-record.ts';
import { writeObservation, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addCommits } from '#submission/git/commits.ts';
import { createGit, run } from '#submission/git/git.ts';
import { observationFiles } from '#submission/revalidation/observation-files.ts';
import { loadSetup } from './revalidation-setup.ts';
import { review } from './review.ts';

const SOURCE = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('review-');
});
afterEach(() => removeFolder(folder));

const at = (name: string) => path.join(folder, name);

const EXPECTED = `No documented endpoint has been found for at least 7 days. Correct the record, or run withdraw:
  older.example  since 2026-11-01  Tide tables
  gone.example  since 2026-11-10  Tide tables
Name, contact, homepage, and all endpoints changed at once. Check who operates the API; if it misleads, run withdraw:
  sold.example  since 2026-11-15  Casino`;

async function writeRegistry(): Promise<void> {
  for (const [host, gone_since] of [
    ['gone.example', '2026-11-10T00:00:00Z'],
    ['older.example', '2026-11-01T00:00:00Z'],
    ['recent.example', '2026-11-14T00:00:00Z'],
    ['fine.example', undefined],
    ['withdrawn.example', '2026-11-01T00:00:00Z'],
  ] as const) {
    const withdrawn = { at: '2026-11-19T00:00:00Z', reason: 'It is gone.' };
    const changes = { source: SOURCE, ...(host === 'withdrawn.example' && { withdrawn }) };
    await writeRecord(at('registry'), sampleRecord(`https://${host}`, {}, changes));
    const observation = sampleObservation({ verified_at: null, ...(gone_since && { gone_since }) });
    await writeObservation(at('observations'), host, observation);
  }
  const sold = { updated_at: '2026-11-15T00:00:00Z', identity_changed_at: '2026-11-15T00:00:00Z' };
  await writeRecord(at('registry'), sampleRecord('https://sold.example', { name: 'Casino' }, sold));
  const long = { updated_at: '2026-11-15T00:00:00Z', identity_changed_at: '2026-01-15T00:00:00Z' };
  await writeRecord(at('registry'), sampleRecord('https://long-ago.example', {}, long));
}

test('lists what a maintainer should look at, from a directory of observations', async () => {
  await writeRegistry();
  const setup = await loadSetup({ REGISTRY_DIR: at('registry'), OBSERVATIONS_DIR: at('observations') }, false);
  expect(await review(setup)).toBe(EXPECTED);
});

/** Commits the observations to their branch. */
async function commitObservations(): Promise<Record<string, string>> {
  await run(['init', '--quiet', '--initial-branch=main', folder]);
  const git = createGit(path.join(folder, '.git'));
  const files = [];
  for await (const file of observationFiles(at('observations'))) files.push(file);
  const commit = { message: { subject: 'Update observations', body: '' }, time: 0, files };
  await addCommits(git, { name: 'observations', tip: undefined }, [commit]);
  return {};
}

test('reads the branch of observations in a clone', async () => {
  await writeRegistry();
  await commitObservations();
  expect(await review(await loadSetup({ REGISTRY_DIR: at('registry') }, false))).toBe(EXPECTED);
});

test('reports damaged records', async () => {
  await writeRegistry();
  const directories = { REGISTRY_DIR: at('registry'), OBSERVATIONS_DIR: at('observations') };
  const file = path.join(at('registry'), 'listings', recordPath('fine.example'));
  await writeFile(file, '{"id": ');
  const [heading, damaged, ...others] = (await review(await loadSetup(directories, false))).split('\n');
  expect(heading).toBe('These records are damaged, so they are not listed. Fix them, or restore them from Git:');
  expect(damaged).toContain(`${file}: `);
  expect(others.join('\n')).toBe(EXPECTED);
});

test.each([
  ['a directory', async () => ({ OBSERVATIONS_DIR: at('observations') })],
  ['a branch', commitObservations],
])('reports a damaged observation in %s, and everything else', async (_, prepare) => {
  await writeRegistry();
  await writeFile(path.join(at('observations'), recordPath('fine.example')), '{}');
  const setup = await loadSetup({ REGISTRY_DIR: at('registry'), ...(await prepare()) }, false);
  const [heading, damaged, ...others] = (await review(setup)).split('\n');
  expect(heading).toMatch(/^These observations are damaged\./);
  expect(damaged).toMatch(/fine\.example\.json: \S/);
  expect(others.join('\n')).toBe(EXPECTED);
});

test('says that no listing needs a review', async () => {
  await writeRecord(at('registry'), sampleRecord('https://fine.example'));
  const setup = await loadSetup({ REGISTRY_DIR: at('registry'), OBSERVATIONS_DIR: at('observations') }, false);
  expect(await review(setup)).toBe('No listing needs a review.');
});
