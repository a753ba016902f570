import { Counter } from 'prom-client';
import type { Catalog } from '#edge/catalog/catalog.ts';
import type { Config } from '#edge/config.ts';
import { formatErrorLog, warningLine } from '#edge/middleware/request-log.ts';
import { routeNames } from '#edge/routes/route-names.ts';
import type { RequestObserver } from '../http/observe-request.ts';
import { type RunningServer, serveApp } from '../http/server.ts';
import { createMetricRegistry, type MetricRegistry } from './metric-registry.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { addRegistryMetrics } from './registry-metrics.ts';
import { addRequestMetrics } from './request-metrics.ts';

/** The logs and metrics of a running registry: one line per request and error. */
export interface Instruments {
  /** Undefined if neither the log nor the metrics need requests. */
  readonly observer: RequestObserver | undefined;
  /** Logs an internal error. */
  onFault(error: unknown, requestId?: string): void;
  /** Counts a connection that was closed because too many were open. */
  onDrop(): void;
  /** Logs a problem that the operator can fix. */
  onWarning(message: string): void;
  /**
   * Serves `/metrics` on its own host and port, if configured.
   * @returns the URL, or undefined if not configured
   * @throws the system's error if it cannot listen on the port
   */
  serve(catalog: () => Promise<Catalog>): Promise<string | undefined>;
  close(): Promise<void>;
}

/** @param write receives one line of JSON without the line break */
export function instruments(
  { requestLog, metrics, addresses }: Config,
  write: (line: string) => void = console.log,
): Instruments {
  const registry = createMetricRegistry();
  const countRequest = addRequestMetrics(registry);
  const errors = new Counter({ name: 'registry_faults', help: 'Internal errors.', registers: [registry] });
  const drops = new Counter({
    name: 'registry_dropped_connections',
    help: 'Connections closed because too many were open.',
    registers: [registry],
  });
  const stopProcessMetrics = metrics && addProcessMetrics(registry);
  let server: RunningServer | undefined;
  const isObserved = requestLog || metrics !== undefined;
  return {
    observer: isObserved
      ? {
          routeOf: routeNames(addresses),
          onComplete(note) {
            if (requestLog) write(JSON.stringify(note));
            if (metrics) countRequest(note);
          },
        }
      : undefined,
    onFault(error, requestId) {
      errors.inc();
      if (requestLog) write(formatErrorLog(error, requestId, Date.now()));
      else console.error(error);
    },
    onDrop: () => drops.inc(),
    onWarning(message) {
      if (requestLog) write(warningLine(message, Date.now()));
      else console.warn(message);
    },
    async serve(catalog) {
      if (!metrics) return undefined;
      addRegistryMetrics(registry, async () => (await catalog()).summary);
      server = await serveApp({ fetch: request => respondWithMetrics(request, registry) }, metrics.host, metrics.port);
      return `${server.address}/metrics`;
    },
    async close() {
      stopProcessMetrics?.();
      await server?.close();
    },
  };
}

async function respondWithMetrics(request: Request, registry: MetricRegistry): Promise<Response> {
  if (new URL(request.url).pathname !== '/metrics')
    return new Response('Not found. Metrics are at /metrics.\n', { status: 404 });
  const headers = { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' };
  return new Response(await registry.metrics(), { headers });
}
