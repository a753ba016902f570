import { expect, test } from 'vitest';
import { submitCanary } from './submit-canary.ts';

const REGISTRY = 'https://registry.example';
const STATUS = `${REGISTRY}/listings/submit/gh-1/status`;

/** A registry that responds with one status after the other, and to submissions with one status code after the other. */
function run(statuses: readonly (string | 'lost')[], submitStatuses: readonly (number | 'lost' | 'cut off')[] = [202]) {
  let clock = 0;
  let index = 0;
  let submissions = 0;
  const requests: string[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    requests.push(`${init.method ?? 'GET'} ${url} ${init.body ?? ''}`.trim());
    if (init.method === 'POST') {
      const submitStatus = submitStatuses[Math.min(submissions++, submitStatuses.length - 1)] ?? 202;
      if (submitStatus === 'lost') throw new TypeError('fetch failed');
      if (submitStatus === 'cut off') return new Response('{"data":', { status: 202 });
      return Response.json({ data: { status: 'pending', status_url: STATUS } }, { status: submitStatus });
    }
    const status = statuses[Math.min(index, statuses.length - 1)];
    index += 1;
    if (status === 'lost') throw new TypeError('fetch failed');
    return Response.json({ data: { status, reason: 'The origin does not respond.' } });
  };
  const sleep = async (milliseconds: number) => {
    clock += milliseconds;
  };
  return submitCanary({ registry: REGISTRY, fetch: fetch as typeof globalThis.fetch, now: () => clock, sleep }).then(
    result => ({ ...result, requests }),
  );
}

test('submits the origin of the registry and waits for the approval', async () => {
  const result = await run(['pending', 'validating', 'lost', 'approved']);
  expect(result).toMatchObject({ isApproved: true, summary: 'Approved after 60 seconds.' });
  expect(result.requests[0]).toBe(`POST ${REGISTRY}/listings/submit {"url":"${REGISTRY}"}`);
  expect(result.requests[1]).toBe(`GET ${STATUS}`);
});

test.each([
  ['a rejection', ['rejected'], [202], 'Rejected after 0 seconds: The origin does not respond.'],
  ['no decision in time', ['validating'], [202], `No decision within 30 minutes: ${STATUS}`],
  ['a registry that accepts no submissions', ['pending'], [501], 'POST /listings/submit returned 501, not 202.'],
  ['a registry that stays down', ['pending'], [503], 'POST /listings/submit returned 503, not 202.'],
  [
    'a registry that is unreachable',
    ['pending'],
    ['lost'],
    'POST /listings/submit returned no response (fetch failed), not 202.',
  ],
] as const)('fails for %s', async (_, statuses, submitStatuses, summary) => {
  expect(await run(statuses, submitStatuses)).toMatchObject({ isApproved: false, summary });
});

test.each(['lost', 'cut off', 429, 500, 502, 503, 504] as const)(
  'submits again if the first submission fails with: %s',
  async failure => {
    const result = await run(['approved'], [failure, 202]);
    expect(result).toMatchObject({ isApproved: true, summary: 'Approved after 20 seconds.' });
    expect(result.requests.filter(request => request.startsWith('POST'))).toHaveLength(2);
  },
);

test('does not repeat a submission that the registry rejects', async () => {
  const { requests } = await run(['approved'], [400, 202]);
  expect(requests).toHaveLength(1);
});
