import { Octokit } from 'octokit';
import { expect, test } from 'vitest';
import { withRetry } from './retry.ts';

/**
 * Sends a request to a mock server that returns these responses in turn. Returns the final status and the delays in
 * seconds.
 */
async function ask(...answers: readonly Response[]): Promise<{ status: number; waits: number[]; asked: number }> {
  const waits: number[] = [];
  let asked = 0;
  const fetch = async () => answers[asked++] ?? new Response('{}', { status: 200 });
  const octokit = withRetry(
    new Octokit({ retry: { enabled: false }, throttle: { enabled: false }, request: { fetch } }),
    {
      now: () => 1_000_000,
      sleep: async milliseconds => void waits.push(milliseconds / 1000),
    },
  );
  const status = await octokit.request('GET /').then(
    answer => answer.status,
    error => error.status,
  );
  return { status, waits, asked };
}

const fault = (status: number, headers: Record<string, string> = {}) => new Response('{}', { status, headers });

test('retries server errors with increasing delays', async () => {
  expect(await ask(fault(502), fault(500), fault(503))).toEqual({ status: 200, waits: [1, 2, 4], asked: 4 });
});

test('honors the delay that GitHub requests', async () => {
  expect(await ask(fault(503, { 'retry-after': '20' }))).toMatchObject({ status: 200, waits: [20] });
  expect(await ask(fault(403, { 'retry-after': '7' }))).toMatchObject({ status: 200, waits: [7] });
  const exhausted = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1090' };
  expect(await ask(fault(403, exhausted))).toMatchObject({ status: 200, waits: [90] });
});

test('waits for every form of a rate limit', async () => {
  const primary = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4600' };
  expect(await ask(fault(403, primary), fault(429, primary))).toMatchObject({ status: 200, waits: [3600, 3600] });
  expect(await ask(fault(429, { 'retry-after': '61' }))).toMatchObject({ status: 200, waits: [61] });
  const secondary = () => Response.json({ message: 'You have exceeded a secondary rate limit.' }, { status: 403 });
  expect(await ask(secondary(), secondary(), secondary())).toMatchObject({ status: 200, waits: [60, 120, 240] });
  const many = Array.from({ length: 6 }, () => fault(429, { 'retry-after': '1' }));
  expect(await ask(...many, fault(502))).toMatchObject({ status: 200, asked: 8 });
});

test('stops after several retries, and does not retry permanent errors or long delays', async () => {
  expect(await ask(...Array.from({ length: 9 }, () => fault(500)))).toMatchObject({ status: 500, asked: 5 });
  expect(await ask(...Array.from({ length: 20 }, () => fault(429)))).toMatchObject({ status: 429, asked: 12 });
  expect(await ask(fault(429, { 'retry-after': '7200' }))).toMatchObject({ status: 429, waits: [] });
  expect(await ask(fault(503, { 'retry-after': '3600' }))).toMatchObject({ status: 503, waits: [] });
  expect(await ask(fault(403))).toMatchObject({ status: 403, waits: [] });
  expect(await ask(fault(404))).toMatchObject({ status: 404, waits: [] });
});

test('returns the result of a request whose response was lost', async () => {
  let attempts = 0;
  const fetch = async () => {
    attempts += 1;
    throw new TypeError('The connection was lost.');
  };
  const options = { retry: { enabled: false }, throttle: { enabled: false }, request: { fetch } };
  const octokit = withRetry(new Octokit(options), { now: () => 0, sleep: async () => undefined });
  const results = [undefined, { data: { id: 7 } }];
  const findResult = async () => results.shift();
  expect(await octokit.request('POST /comments', { request: { findResult } })).toMatchObject({ data: { id: 7 } });
  expect(attempts).toBe(2);
});
