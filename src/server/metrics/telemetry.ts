import type { Catalog } from '#edge/catalog/catalog.ts';
import type { Config } from '#edge/config.ts';
import { formatErrorLog, warningLine } from '#edge/middleware/request-log.ts';
import { routeNames } from '#edge/routes/route-names.ts';
import type { RequestObserver } from '../http/observe-request.ts';
import { type RunningServer, serveApp } from '../http/server.ts';
import { OPEN_METRICS_TYPE, openMetrics } from './open-metrics.ts';
import { processMetrics } from './process-metrics.ts';
import { registryMetrics } from './registry-metrics.ts';
import { requestMetrics } from './request-metrics.ts';

/** What tells an operator how a running registry fares: a line for each request and fault, and metrics. */
export interface Instruments {
  /** Undefined where nobody wants to know of requests. */
  readonly observer: RequestObserver | undefined;
  /** Tells a fault of ours. */
  onFault(error: unknown, requestId?: string): void;
  /** Logs what an operator should change. */
  onWarning(message: string): void;
  /**
   * Answers `/metrics` where the configuration says so, apart from the registry's own address.
   * @returns where, or undefined where it does not
   * @throws the system's error when that address cannot be listened at
   */
  serve(catalog: () => Promise<Catalog>): Promise<string | undefined>;
  close(): Promise<void>;
}

/** @param write takes one line of JSON, without its end */
export function instruments(
  { requestLog, metrics, addresses }: Config,
  write: (line: string) => void = console.log,
): Instruments {
  const requests = requestMetrics();
  const ofProcess = metrics && processMetrics();
  let faults = 0;
  let server: RunningServer | undefined;
  const observed = requestLog || metrics !== undefined;
  return {
    observer: observed
      ? {
          routeOf: routeNames(addresses),
          onAnswered(note) {
            if (requestLog) write(JSON.stringify(note));
            if (metrics) requests.count(note);
          },
        }
      : undefined,
    onFault(error, requestId) {
      faults += 1;
      if (requestLog) write(formatErrorLog(error, requestId, Date.now()));
      else console.error(error);
    },
    onWarning(message) {
      if (requestLog) write(warningLine(message, Date.now()));
      else console.warn(message);
    },
    async serve(catalog) {
      if (!metrics) return undefined;
      const page = async () => {
        const { summary } = await catalog();
        return openMetrics([
          ...registryMetrics(summary),
          ...requests.families(),
          {
            name: 'registry_faults',
            type: 'counter',
            help: 'Failures that are ours.',
            samples: [{ suffix: '_total', value: faults }],
          },
          ...(ofProcess?.families() ?? []),
        ]);
      };
      server = await serveApp({ fetch: request => metricsAnswer(request, page) }, metrics.host, metrics.port);
      return `${server.address}/metrics`;
    },
    async close() {
      ofProcess?.close();
      await server?.close();
    },
  };
}

async function metricsAnswer(request: Request, page: () => Promise<string>): Promise<Response> {
  if (new URL(request.url).pathname !== '/metrics') return new Response('Metrics are at /metrics.\n', { status: 404 });
  return new Response(await page(), { headers: { 'Content-Type': OPEN_METRICS_TYPE, 'Cache-Control': 'no-store' } });
}
