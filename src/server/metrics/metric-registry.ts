import { type OpenMetricsContentType, Registry } from 'prom-client';

/** A registry of metrics in the OpenMetrics format, version 1.0. */
export type MetricRegistry = Registry<OpenMetricsContentType>;

/** Creates an empty registry of metrics. */
export function createMetricRegistry(): MetricRegistry {
  const registry: MetricRegistry = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}
