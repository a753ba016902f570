import { loadDescription } from './description.ts';
import { findMismatches, parseJson, post, request } from './request.ts';
import type { Check, Target } from './target.ts';

interface Listed {
  readonly data: { readonly listings: readonly { readonly id: string }[] };
}

/** Every endpoint of the registry (specification, section 4.1). */
export const REGISTRY_CHECKS: readonly Check[] = [
  createGetCheck('GET /', '/', '/'),
  createGetCheck('GET /listings', '/listings?limit=5', '/listings'),
  { name: 'GET /listings/{id}', run: checkListing },
  createGetCheck('GET /categories', '/categories', '/categories'),
  createGetCheck('GET /agents', '/agents', '/agents'),
  createGetCheck('GET /llms.txt', '/llms.txt', '/llms.txt', 'text/plain'),
  { name: 'GET /health', run: checkHealth },
  { name: 'POST /listings/submit rejects a URL that is not public', run: checkRejectedSubmission },
  { name: 'GET /listings/submit/{submission_id}/status for an unknown id', run: checkUnknownSubmission },
  createGetCheck(
    'GET /listings/{id} for an unknown id',
    '/listings/none.invalid',
    '/listings/{id}',
    'application/problem+json',
    404,
  ),
];

/** Checks that a GET response matches the OpenAPI description. */
function createGetCheck(name: string, url: string, path: string, type = 'application/json', status = 200): Check {
  return {
    name,
    async run({ registry }) {
      const response = await request(registry + url);
      const mismatches = findMismatches(response, { status, type });
      return mismatches.length > 0 ? mismatches : (await loadDescription(registry))([path, 'get'], response);
    },
  };
}

async function checkListing({ registry }: Target): Promise<string[]> {
  const { data } = parseJson(await request(`${registry}/listings?limit=1`)) as Listed;
  const [first] = data.listings;
  if (!first) return [];
  const response = await request(`${registry}/listings/${encodeURIComponent(first.id)}`);
  const mismatches = findMismatches(response, { status: 200, type: 'application/json' });
  return mismatches.length > 0 ? mismatches : (await loadDescription(registry))(['/listings/{id}', 'get'], response);
}

async function checkHealth({ registry, commit, maxAgeHours }: Target): Promise<string[]> {
  const response = await request(`${registry}/health`);
  const mismatches = findMismatches(response, { status: 200, type: 'application/json' });
  if (mismatches.length > 0) return mismatches;
  const { status, data } = parseJson(response) as {
    status: string;
    data: Readonly<Record<string, unknown>> & { readonly problems?: readonly string[] };
  };
  const health = [status, ...(data.problems ?? [])].join(': ');
  return [
    ...(await loadDescription(registry))(['/health', 'get'], response),
    ...(status === 'healthy' ? [] : [`The registry reports the status ${health}`]),
    ...(commit === undefined || data.commit === commit
      ? []
      : [`The registry serves commit ${data.commit}, not ${commit}.`]),
    ...(maxAgeHours === undefined ? [] : findStaleRun(data.last_run_at, maxAgeHours)),
  ];
}

/** The data of listings that do not change stays old, so only the runs of revalidation show whether it is current. */
function findStaleRun(lastRunAt: unknown, maxAgeHours: number): string[] {
  if (typeof lastRunAt !== 'string') return ['No revalidation has completed yet.'];
  const hours = (Date.now() - Date.parse(lastRunAt)) / 3_600_000;
  return hours <= maxAgeHours
    ? []
    : [`The last revalidation completed ${hours.toFixed(1)} hours ago. The maximum is ${maxAgeHours}.`];
}

/** Submits a URL that every registry rejects, even a local one, so that the check leaves no submission. */
async function checkRejectedSubmission({ registry, readOnly }: Target): Promise<string[]> {
  const response = await post(`${registry}/listings/submit`, { url: 'https://192.0.2.1' });
  const mismatches = findMismatches(response, { status: readOnly ? 501 : 422, type: 'application/problem+json' });
  if (mismatches.length > 0) return mismatches;
  return (await loadDescription(registry))(['/listings/submit', 'post'], response);
}

async function checkUnknownSubmission({ registry, readOnly }: Target): Promise<string[]> {
  const response = await request(`${registry}/listings/submit/none/status`);
  return findMismatches(response, { status: readOnly ? 501 : 404, type: 'application/problem+json' });
}
