import { description } from './description.ts';
import { findMismatches, jsonOf, post, request } from './request.ts';
import type { Check, Target } from './target.ts';

interface Listed {
  readonly data: { readonly listings: readonly { readonly id: string }[] };
}

/** Every endpoint of the registry (specification, section 4.1). */
export const REGISTRY_CHECKS: readonly Check[] = [
  described('GET /', '/', '/'),
  described('GET /listings', '/listings?limit=5', '/listings'),
  { name: 'GET /listings/{id}', run: oneListing },
  described('GET /categories', '/categories', '/categories'),
  described('GET /agents', '/agents', '/agents'),
  described('GET /llms.txt', '/llms.txt', '/llms.txt', 'text/plain'),
  { name: 'GET /health', run: health },
  { name: 'POST /listings/submit refuses what is no public API', run: refusedSubmission },
  { name: 'GET /listings/submit/{submission_id}/status of none', run: unknownSubmission },
  described('GET /listings/{id} of none', '/listings/none.invalid', '/listings/{id}', 'application/problem+json', 404),
];

/** A GET that answers as the description tells. */
function described(name: string, address: string, path: string, type = 'application/json', status = 200): Check {
  return {
    name,
    async run({ registry }) {
      const answer = await request(registry + address);
      const faults = findMismatches(answer, { status, type });
      return faults.length > 0 ? faults : (await description(registry))([path, 'get'], answer);
    },
  };
}

async function oneListing({ registry }: Target): Promise<string[]> {
  const { data } = jsonOf(await request(`${registry}/listings?limit=1`)) as Listed;
  const [first] = data.listings;
  if (!first) return [];
  const answer = await request(`${registry}/listings/${encodeURIComponent(first.id)}`);
  const faults = findMismatches(answer, { status: 200, type: 'application/json' });
  return faults.length > 0 ? faults : (await description(registry))(['/listings/{id}', 'get'], answer);
}

async function health({ registry, commit, maxAgeHours }: Target): Promise<string[]> {
  const answer = await request(`${registry}/health`);
  const faults = findMismatches(answer, { status: 200, type: 'application/json' });
  if (faults.length > 0) return faults;
  const { status, data } = jsonOf(answer) as {
    status: string;
    data: Readonly<Record<string, unknown>> & { readonly problems?: readonly string[] };
  };
  const hours = Number(data.index_age_seconds) / 3600;
  return [
    ...(await description(registry))(['/health', 'get'], answer),
    ...(status === 'healthy' ? [] : [`It reports itself as ${[status, ...(data.problems ?? [])].join(': ')}`]),
    ...(commit === undefined || data.commit === commit ? [] : [`It serves commit ${data.commit}, not ${commit}.`]),
    ...(maxAgeHours === undefined || hours <= maxAgeHours
      ? []
      : [`Its newest data is ${hours.toFixed(1)} hours old; at most ${maxAgeHours} are allowed.`]),
  ];
}

/** An address that no registry asks, local ones included; so nothing is left behind. */
async function refusedSubmission({ registry, readOnly }: Target): Promise<string[]> {
  const answer = await post(`${registry}/listings/submit`, { url: 'https://192.0.2.1' });
  const faults = findMismatches(answer, { status: readOnly ? 501 : 422, type: 'application/problem+json' });
  if (faults.length > 0) return faults;
  return (await description(registry))(['/listings/submit', 'post'], answer);
}

async function unknownSubmission({ registry, readOnly }: Target): Promise<string[]> {
  const answer = await request(`${registry}/listings/submit/none/status`);
  return findMismatches(answer, { status: readOnly ? 501 : 404, type: 'application/problem+json' });
}
