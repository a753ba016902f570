import { Gauge } from 'prom-client';
import type { Summary } from '#edge/catalog/catalog.ts';
import { VERSION } from '#manifest/version.ts';
import type { MetricRegistry } from './metric-registry.ts';

/** Adds the metrics of the registry's data: its size and age. A time that is null has no sample. */
export function addRegistryMetrics(registry: MetricRegistry, getSummary: () => Promise<Summary>): void {
  const registers = [registry];
  new Gauge({
    name: 'registry_build_info',
    help: 'Version and commit of the registry.',
    labelNames: ['version', 'commit'],
    registers,
    async collect() {
      const { commit } = await getSummary();
      this.reset();
      this.set({ version: VERSION, commit: commit ?? '' }, 1);
    },
  });
  new Gauge({
    name: 'registry_listings',
    help: 'Listings by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      for (const [status, count] of Object.entries((await getSummary()).statuses)) this.set({ status }, count);
    },
  });
  const addTime = (name: string, help: string, member: 'generated_at' | 'last_run_at' | 'next_check_by') =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const time = (await getSummary())[member];
        if (time === null) this.remove();
        else this.set(Date.parse(time) / 1000);
      },
    });
  addTime('registry_newest_data_timestamp_seconds', 'Time of the newest data.', 'generated_at');
  addTime('registry_last_check_timestamp_seconds', 'Time of the last completed run of revalidation.', 'last_run_at');
  addTime('registry_next_check_timestamp_seconds', 'Deadline for the next check.', 'next_check_by');
}
