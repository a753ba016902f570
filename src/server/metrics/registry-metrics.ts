import type { Summary } from '#edge/catalog/catalog.ts';
import { VERSION } from '#manifest/version.ts';
import type { MetricFamily } from './open-metrics.ts';

/** What can be measured of the registry's data: how much there is, and how old it is. */
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
      help: 'What is running.',
      samples: [{ suffix: '_info', labels: build, value: 1 }],
    },
    {
      name: 'registry_listings',
      type: 'gauge',
      help: 'Listings by status.',
      samples: Object.entries(statuses).map(([status, value]) => ({ labels: { status }, value })),
    },
    moment('registry_newest_data_timestamp_seconds', 'The moment of the newest data.', generated_at),
    moment('registry_last_check_timestamp_seconds', 'When a listing was last checked.', last_run_at),
    moment('registry_next_check_timestamp_seconds', 'By when the next check is promised.', next_check_by),
  ];
}

/** Seconds since 1970; without a sample while there is no such moment. */
function moment(name: string, help: string, at: string | null): MetricFamily {
  const samples = at === null ? [] : [{ value: Date.parse(at) / 1000 }];
  return { name, type: 'gauge', unit: 'seconds', help, samples };
}
