import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricFamily } from './open-metrics.ts';

/** Measures the process until closed. */
export interface ProcessMetrics {
  families(): MetricFamily[];
  close(): void;
}

export function processMetrics(): ProcessMetrics {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const started = Date.now() / 1000 - process.uptime();
  return {
    families() {
      const { user, system } = process.cpuUsage();
      const lag = delay.percentile(99) / 1e9;
      const longest = delay.max / 1e9;
      delay.reset();
      return [
        {
          name: 'process_cpu_seconds',
          type: 'counter',
          unit: 'seconds',
          help: 'User and system CPU time.',
          samples: [{ suffix: '_total', value: (user + system) / 1e6 }],
        },
        {
          name: 'process_resident_memory_bytes',
          type: 'gauge',
          unit: 'bytes',
          help: 'Resident memory size.',
          samples: [{ value: process.memoryUsage.rss() }],
        },
        {
          name: 'process_start_time_seconds',
          type: 'gauge',
          unit: 'seconds',
          help: 'Start time of the process since the Unix epoch.',
          samples: [{ value: started }],
        },
        {
          name: 'process_event_loop_delay_p99_seconds',
          type: 'gauge',
          unit: 'seconds',
          help: '99th percentile of the event loop delay since the last scrape.',
          samples: [{ value: lag }],
        },
        {
          name: 'process_event_loop_delay_max_seconds',
          type: 'gauge',
          unit: 'seconds',
          help: 'Maximum event loop delay since the last scrape.',
          samples: [{ value: longest }],
        },
      ];
    },
    close: () => delay.disable(),
  };
}
