import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { calling, posting, readResponse } from '#mcp/raw-message.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { freePort } from '../http/ports.ts';
import { type RunningRegistry, runRegistry } from '../run-registry.ts';

let folder: string;
let registry: RunningRegistry;

beforeAll(async () => {
  folder = await makeTemporaryFolder('large-texts-');
  const directories = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await writeRecord(directories.REGISTRY_DIR, sampleRecord('https://tides.example'));
  const settings = {
    PORT: String(await freePort('127.0.0.1')),
    REVALIDATE: 'off',
    SELF_LISTING: 'off',
    ...directories,
  };
  registry = await runRegistry(loadConfig(settings), false);
});
afterAll(async () => {
  await registry.close();
  await removeFolder(folder);
});

const NESTED = '['.repeat(500_000) + ']'.repeat(500_000);
const LARGE = JSON.stringify({ ...sampleManifest(), extra: 'x'.repeat(100_000) });

test.each([
  ['a valid manifest', LARGE],
  ['a hostile manifest', NESTED],
])('responds to other requests while it validates %s', async (_, text) => {
  const validation = fetch(`${registry.address}/validate`, posting(`{"manifest":${text}}`));
  expect((await fetch(`${registry.address}/listings`)).status).toBe(200);
  const report = await (await validation).json();
  expect(report).toEqual(reportOnManifest({ text }, Date.parse(report.validated_at)));
});

test('streams the checks of a large manifest', async () => {
  const init = posting(`{"manifest":${LARGE}}`, { Accept: 'application/x-ndjson' });
  const lines = (await (await fetch(`${registry.address}/validate`, init)).text()).trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ report: { passed: true } });
  expect(lines).toHaveLength(7);
});

test('returns problem details for a large body without a manifest', async () => {
  const response = await fetch(`${registry.address}/validate`, posting(`{"note":"${'x'.repeat(100_000)}"}`));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ pointer: '' }] });
});

test('validates large manifests that agents send', async () => {
  const response = await fetch(`${registry.address}/mcp`, posting(calling('validate_manifest', { manifest: LARGE })));
  const { result } = await readResponse(response);
  expect(result?.content[0]?.text).toMatch(/^The manifest passed\./);
});
