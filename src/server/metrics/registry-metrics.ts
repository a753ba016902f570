import type { Summary } from '#edge/catalog/catalog.ts';
import { VERSION } from '#manifest/version.ts';
import type { MetricFamily } from './open-metrics.ts';

/** Returns the metrics of the registry's data: its size and age. */
export function registryMetrics({
  statuses,
  generated_at,
  last_run_at,
  next_check_by,
  commit,
}: Summary): MetricFamily[] {
  const build = { version: VERSION, commit: commit ?? '' };
  return [
    {
      name: 'registry_build',
      type: 'info',
      help: 'Version and commit of the registry.',
      samples: [{ suffix: '_info', labels: build, value: 1 }],
    },
    {
      name: 'registry_listings',
      type: 'gauge',
      help: 'Listings by status.',
      samples: Object.entries(statuses).map(([status, value]) => ({ labels: { status }, value })),
    },
    moment('registry_newest_data_timestamp_seconds', 'Time of the newest data.', generated_at),
    moment('registry_last_check_timestamp_seconds', 'Time of the last check of any listing.', last_run_at),
    moment('registry_next_check_timestamp_seconds', 'Deadline for the next check.', next_check_by),
  ];
}

/** A time in seconds since 1970; without a sample if the time is null. */
function moment(name: string, help: string, at: string | null): MetricFamily {
  const samples = at === null ? [] : [{ value: Date.parse(at) / 1000 }];
  return { name, type: 'gauge', unit: 'seconds', help, samples };
}
