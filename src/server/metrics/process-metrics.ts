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
          help: 'Processor time used, of user and system.',
          samples: [{ suffix: '_total', value: (user + system) / 1e6 }],
        },
        {
          name: 'process_resident_memory_bytes',
          type: 'gauge',
          unit: 'bytes',
          help: 'Memory in use.',
          samples: [{ value: process.memoryUsage.rss() }],
        },
        {
          name: 'process_start_time_seconds',
          type: 'gauge',
          unit: 'seconds',
          help: 'When the process started, since 1970.',
          samples: [{ value: started }],
        },
        {
          name: 'process_event_loop_delay_p99_seconds',
          type: 'gauge',
          unit: 'seconds',
          help: 'The delay of the event loop since the last look, 99th percentile.',
          samples: [{ value: lag }],
        },
        {
          name: 'process_event_loop_delay_max_seconds',
          type: 'gauge',
          unit: 'seconds',
          help: 'The longest delay of the event loop since the last scrape.',
          samples: [{ value: longest }],
        },
      ];
    },
    close: () => delay.disable(),
  };
}
