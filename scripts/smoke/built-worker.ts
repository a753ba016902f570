import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createTestHarness } from 'wrangler';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Serves what was built as production does: workerd, with `wrangler.jsonc`, on this machine and without the network.
 * @throws Error fit for the operator when nothing was built
 */
export async function builtWorker(folder: string): Promise<{ readonly address: string; close(): Promise<void> }> {
  const built = await stat(path.join(ROOT, folder, 'index/summary.json')).catch(() => undefined);
  if (!built) throw new Error(`There is no registry in ./${folder}; npm run build makes it.`);
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  const harness = createTestHarness({ workers: [{ configPath: path.join(ROOT, 'wrangler.jsonc') }] });
  const { url } = await harness.listen();
  return { address: url.origin, close: () => harness.close() };
}
