import { afterEach, describe, expect, test } from 'vitest';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { loadConfig } from '#edge/config.ts';
import { type RunningServer, serveApp } from '../http/server.ts';
import { readOpenMetrics } from './open-metrics.fixture.ts';
import { type Instruments, instruments } from './telemetry.ts';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Running {
  readonly server: RunningServer;
  readonly lines: string[];
  readonly tools: Instruments;
  readonly metrics: string | undefined;
}

async function running(settings: Readonly<Record<string, string>>, fault?: Error): Promise<Running> {
  const lines: string[] = [];
  const tools = instruments(loadConfig({ REGISTRY_URL: addresses.registry, ...settings }), line => lines.push(line));
  const catalog = createMemoryCatalog(numberedListings(3));
  const app = createApp({
    addresses,
    catalog: () => {
      if (fault) throw fault;
      return catalog;
    },
    assets: { fetch: async () => undefined },
    onError: tools.onFault,
  });
  const metrics = await tools.serve(async () => catalog);
  const server = await serveApp(app, '127.0.0.1', 0, { observer: tools.observer });
  open.push(server, tools);
  return { server, lines, tools, metrics };
}

describe('the log', () => {
  test('has a line for each request after its response is sent', async () => {
    const { server, lines } = await running({ REQUEST_LOG: 'on' });
    const response = await fetch(`${server.address}/listings?q=private`, {
      headers: { 'X-Request-Id': 'from-a-proxy' },
    });
    const body = await response.text();
    expect(response.headers.get('X-Request-Id')).toBe('from-a-proxy');
    await expect.poll(() => lines.length).toBe(1);
    const note = JSON.parse(lines[0] ?? '');
    expect(note).toMatchObject({ id: 'from-a-proxy', method: 'GET', route: '/listings', status: 200 });
    expect(note.bytes).toBeGreaterThan(body.length);
    expect(note.ms).toBeGreaterThan(0);
    expect(lines[0]).not.toMatch(/127\.0\.0|private/);
  });

  test('has the request id of an internal error', async () => {
    const { server, lines } = await running({ REQUEST_LOG: 'on' }, new Error('disk full'));
    const response = await fetch(`${server.address}/listings`);
    await expect.poll(() => lines.length).toBe(2);
    const [fault, note] = lines.map(line => JSON.parse(line));
    expect(fault).toMatchObject({ level: 'error', message: 'disk full', id: response.headers.get('X-Request-Id') });
    expect(note).toMatchObject({ status: 500, id: fault.id });
  });

  test('stays silent if disabled, while requests keep their ids', async () => {
    const { server, lines, tools } = await running({ REQUEST_LOG: 'off' });
    const first = await fetch(`${server.address}/health`);
    const second = await fetch(`${server.address}/health`);
    expect(first.headers.get('X-Request-Id')).not.toBe(second.headers.get('X-Request-Id'));
    expect([tools.observer, lines]).toEqual([undefined, []]);
  });
});

describe('metrics', () => {
  test('follow the OpenMetrics format and count requests', async () => {
    const { server, metrics = '' } = await running({ METRICS_LISTEN: '0' });
    for (const path of ['/listings', '/listings?limit=0', '/listings/api-1.example', '/listings/api-2.example', '/x'])
      await (await fetch(server.address + path)).text();
    const response = await fetch(metrics);
    expect(response.headers.get('Content-Type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    const read = async () => readOpenMetrics(await (await fetch(metrics)).text());
    const answered = async () =>
      (await read())
        .find(({ name }) => name === 'registry_http_requests')
        ?.samples.reduce((sum, each) => sum + each.value, 0);
    await expect.poll(answered).toBe(5);
    const families = await read();
    const value = (family: string, labels: object, name = family) =>
      families
        .find(each => each.name === family)
        ?.samples.find(each => each.name === name && JSON.stringify(each.labels) === JSON.stringify(labels))?.value;
    const requests = (route: string, status: string) =>
      value('registry_http_requests', { method: 'GET', route, status }, 'registry_http_requests_total');
    expect([requests('/listings', '200'), requests('/listings', '400'), requests('/listings/{id}', '200')]).toEqual([
      1, 1, 2,
    ]);
    expect(requests('(other)', '404')).toBe(1);
    expect(value('registry_listings', { status: 'verified' })).toBe(3);
    expect(value('registry_newest_data_timestamp_seconds', {})).toBe(Date.parse('2026-11-20T06:00:00Z') / 1000);
    const duration = 'registry_http_request_duration_seconds';
    expect(value(duration, { route: '/listings' }, `${duration}_count`)).toBe(2);
    expect(families.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'registry_build_info',
        'registry_faults',
        'process_cpu_seconds',
        'process_resident_memory_bytes',
        'process_event_loop_delay_p99_seconds',
        'process_event_loop_delay_max_seconds',
      ]),
    );
  });

  test('export the longest event loop delay since the last scrape', async () => {
    const { metrics = '' } = await running({ METRICS_LISTEN: '0' });
    const longest = async () =>
      readOpenMetrics(await (await fetch(metrics)).text()).find(
        ({ name }) => name === 'process_event_loop_delay_max_seconds',
      )?.samples[0]?.value ?? 0;
    await longest();
    // Two ticks of the monitor, so that it sees the gap between them.
    await new Promise(resolve => setTimeout(resolve, 100));
    for (const end = performance.now() + 400; performance.now() < end; );
    let longestSeen = 0;
    await expect.poll(async () => (longestSeen = Math.max(longestSeen, await longest()))).toBeGreaterThan(0.3);
  });

  test('exist only at their own URL', async () => {
    const { server, metrics = '' } = await running({ METRICS_LISTEN: '0' });
    expect(new URL(metrics).hostname).toBe('127.0.0.1');
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404);
    expect((await fetch(new URL('/listings', metrics))).status).toBe(404);
    expect((await running({})).metrics).toBeUndefined();
  });

  test('keep their names', async () => {
    const { metrics = '' } = await running({ METRICS_LISTEN: '0' });
    const text = await (await fetch(metrics)).text();
    expect([...text.matchAll(/^# TYPE (.*)$/gm)].map(([, type]) => type).sort()).toEqual([
      'process_cpu_seconds counter',
      'process_event_loop_delay_max_seconds gauge',
      'process_event_loop_delay_p99_seconds gauge',
      'process_resident_memory_bytes gauge',
      'process_start_time_seconds gauge',
      'registry_build_info gauge',
      'registry_dropped_connections counter',
      'registry_faults counter',
      'registry_http_request_duration_seconds histogram',
      'registry_http_requests counter',
      'registry_http_response_bytes counter',
      'registry_last_check_timestamp_seconds gauge',
      'registry_listings gauge',
      'registry_newest_data_timestamp_seconds gauge',
      'registry_next_check_timestamp_seconds gauge',
    ]);
    expect(text).toMatch(/^registry_build_info\{version="\d+\.\d+\.\d+",commit="[^"]*"\} 1$/m);
    expect(text).toMatch(/^registry_faults_total 0$/m);
  });

  test.each([
    ['# TYPE a counter\na_total 1\n', 'EOF'],
    ['# TYPE a counter\na 1\n# EOF\n', 'not a sample'],
    ['# TYPE a_total counter\na_total_total 1\n# EOF\n', 'suffix'],
    ['# TYPE a gauge\n# UNIT a bytes\na 1\n# EOF\n', 'unit'],
    ['# TYPE a gauge\na{b="c"d="e"} 1\n# EOF\n', 'grammar'],
    ['# TYPE a gauge\na 1\na 2\n# EOF\n', 'twice'],
  ])('fail in the strict parser if invalid: %j', (text, fault) => {
    expect(() => readOpenMetrics(text)).toThrow(fault);
  });
});
