import { Counter, Histogram } from 'prom-client';
import type { RequestLogEntry } from '#edge/middleware/request-log.ts';
import type { MetricRegistry } from './metric-registry.ts';

/** The upper bounds of the histogram, in seconds. */
const BUCKET_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Adds the metrics of completed requests to a registry.
 *
 * @returns a function that counts a request
 */
export function addRequestMetrics(registry: MetricRegistry): (entry: RequestLogEntry) => void {
  const registers = [registry];
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'registry_http_requests',
    help: 'Completed requests.',
    labelNames,
    registers,
  });
  const sent = new Counter({
    name: 'registry_http_response_bytes',
    help: 'Bytes sent in responses, including headers.',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: 'registry_http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its response.',
    labelNames: ['route'],
    buckets: BUCKET_BOUNDS,
    registers,
  });
  return ({ method, route, status, ms, bytes }) => {
    const labels = { method, route, status: String(status) };
    requests.inc(labels);
    sent.inc(labels, bytes ?? 0);
    durations.observe({ route }, ms / 1000);
  };
}
