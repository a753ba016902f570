import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestHarness, type TestHarness } from 'wrangler';

/**
 * The Worker in workerd, without files. What it fetches goes through the test's own `fetch`.
 *
 * @param folder where its configuration is written
 * @param settings its variables
 */
export async function workerOf(folder: string, settings: Readonly<Record<string, string>>): Promise<TestHarness> {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  await mkdir(path.join(folder, 'assets'));
  const configuration = {
    name: 'hard-days',
    main: path.resolve('src/edge/worker.ts'),
    compatibility_date: '2026-11-01',
    assets: { directory: path.join(folder, 'assets'), binding: 'ASSETS', run_worker_first: true },
    durable_objects: { bindings: [{ name: 'SESSIONS', class_name: 'SessionObject' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['SessionObject'] }],
    vars: { REQUEST_LOG: 'off', ...settings },
  };
  await writeFile(path.join(folder, 'wrangler.json'), JSON.stringify(configuration));
  const harness = createTestHarness({ workers: [{ configPath: path.join(folder, 'wrangler.json') }] });
  await harness.listen();
  return harness;
}
