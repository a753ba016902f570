import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge } from 'prom-client';
import type { MetricRegistry } from './metric-registry.ts';

/**
 * Adds the metrics of this process to a registry. The default metrics of prom-client have other names, and report the
 * event loop delay since the start, not since the last scrape.
 *
 * @returns a function that stops the measurements
 */
export function addProcessMetrics(registry: MetricRegistry): () => void {
  const registers = [registry];
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();

  new Counter({
    name: 'process_cpu_seconds',
    help: 'User and system CPU time.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory size.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the process since the Unix epoch.',
    registers,
  }).set(Date.now() / 1000 - process.uptime());
  new Gauge({
    name: 'process_event_loop_delay_p99_seconds',
    help: '99th percentile of the event loop delay since the last scrape.',
    registers,
    collect() {
      this.set(delay.percentile(99) / 1e9);
    },
  });
  // Registered after the percentile, because metrics are collected in this order.
  new Gauge({
    name: 'process_event_loop_delay_max_seconds',
    help: 'Maximum event loop delay since the last scrape.',
    registers,
    collect() {
      this.set(delay.max / 1e9);
      delay.reset();
    },
  });
  return () => delay.disable();
}
