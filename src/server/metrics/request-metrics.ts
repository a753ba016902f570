import type { RequestLogEntry } from '#edge/middleware/request-log.ts';
import type { MetricFamily, MetricSample } from './open-metrics.ts';

/** Statistics of the completed requests since the start. */
export interface RequestMetrics {
  count(note: RequestLogEntry): void;
  families(): MetricFamily[];
}

/** The upper bounds of the histogram, in seconds. */
const BUCKET_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Durations {
  /** For each bound, and above the last one, the number of requests between it and the previous bound. */
  readonly counts: number[];
  sum: number;
}

export function requestMetrics(): RequestMetrics {
  const totals = new Map<
    string,
    { readonly labels: Readonly<Record<string, string>>; requests: number; bytes: number }
  >();
  const durations = new Map<string, Durations>();

  return {
    count({ method, route, status, ms, bytes }) {
      const key = `${method} ${status} ${route}`;
      const entry = totals.get(key) ?? { labels: { method, route, status: String(status) }, requests: 0, bytes: 0 };
      entry.requests += 1;
      entry.bytes += bytes ?? 0;
      totals.set(key, entry);
      const times = durations.get(route) ?? { counts: new Array(BUCKET_BOUNDS.length + 1).fill(0), sum: 0 };
      const index = BUCKET_BOUNDS.findIndex(bound => ms / 1000 <= bound);
      const bucket = index === -1 ? BUCKET_BOUNDS.length : index;
      times.counts[bucket] = (times.counts[bucket] ?? 0) + 1;
      times.sum += ms / 1000;
      durations.set(route, times);
    },
    families() {
      const rows = [...totals.values()];
      return [
        {
          name: 'registry_http_requests',
          type: 'counter',
          help: 'Completed requests.',
          samples: rows.map(({ labels, requests }) => ({ suffix: '_total', labels, value: requests })),
        },
        {
          name: 'registry_http_response_bytes',
          type: 'counter',
          unit: 'bytes',
          help: 'Bytes sent in responses, including headers.',
          samples: rows.map(({ labels, bytes }) => ({ suffix: '_total', labels, value: bytes })),
        },
        {
          name: 'registry_http_request_duration_seconds',
          type: 'histogram',
          unit: 'seconds',
          help: 'Time from the start of a request to the end of its response.',
          samples: [...durations].flatMap(([route, times]) => toSamples(route, times)),
        },
      ];
    },
  };
}

/** Returns the samples of a histogram. Its buckets are cumulative. */
function toSamples(route: string, { counts, sum }: Durations): MetricSample[] {
  let total = 0;
  const buckets = [...BUCKET_BOUNDS, Number.POSITIVE_INFINITY].map((bound, index) => {
    total += counts[index] ?? 0;
    const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : bound.toFixed(4).replace(/(\.\d+?)0+$/, '$1');
    return { suffix: '_bucket', labels: { route, le }, value: total };
  });
  return [
    ...buckets,
    { suffix: '_count', labels: { route }, value: total },
    { suffix: '_sum', labels: { route }, value: sum },
  ];
}
