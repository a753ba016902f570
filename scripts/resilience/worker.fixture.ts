import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestHarness, type TestHarness } from 'wrangler';
import { workerConfiguration } from '#edge/worker-config.fixture.ts';

/**
 * The Worker in workerd, without static files. Its outgoing requests use the `fetch` of the test.
 *
 * @param folder receives the configuration file
 * @param settings the variables of the Worker
 */
export async function workerOf(folder: string, settings: Readonly<Record<string, string>>): Promise<TestHarness> {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  await mkdir(path.join(folder, 'assets'));
  const configuration = workerConfiguration(path.join(folder, 'assets'), { REQUEST_LOG: 'off', ...settings });
  await writeFile(path.join(folder, 'wrangler.json'), JSON.stringify(configuration));
  const harness = createTestHarness({ workers: [{ configPath: path.join(folder, 'wrangler.json') }] });
  await harness.listen();
  return harness;
}
