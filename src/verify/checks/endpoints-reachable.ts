import { listEvidence, quoteText } from '../probes/probe-results.ts';
import type { ProbeResult } from '../probes/probe-session.ts';
import { type Probe, selectProbes } from '../probes/probes.ts';
import { type CheckConclusion, liveCheck, skipped, type ValidSubject } from './check.ts';

export const endpointsReachable = liveCheck({
  name: 'endpoints_reachable',
  severity: 'error',
  meaning:
    'Probes up to five declared GET endpoints without required parameters, without credentials. At least one must exist. Statuses such as 400, 401, 402, and 403 prove that an endpoint exists.',
  evaluate: checkEndpoints,
});

type Existence = 'exists' | 'missing' | 'unknown';

async function checkEndpoints({ manifest, origin, session }: ValidSubject): Promise<CheckConclusion> {
  const probes = selectProbes(manifest, origin);
  if (probes.length === 0) return skipped('The manifest declares no GET endpoint without required parameters.');
  const results = await Promise.all(probes.map(({ url }) => session.probe({ url })));
  const evidence = listEvidence(results);
  const existences = results.map(getExistence);
  const existing = existences.filter(existence => existence === 'exists').length;
  const missing = probes.filter((_, index) => existences[index] === 'missing');
  if (existing > 0) {
    const message = `${existing} of ${probes.length} probed endpoints responded.`;
    return { outcome: 'passed', message, hint: fixHint(missing), evidence };
  }
  if (existences.includes('unknown')) {
    return {
      outcome: 'inconclusive',
      message: `Could not determine whether the endpoints respond (${probes.length} probed).`,
      hint: fixHint(missing) ?? 'No action needed if this was temporary.',
      evidence,
    };
  }
  return {
    outcome: 'failed',
    message: `None of the ${probes.length} probed endpoints exists.`,
    hint: fixHint(missing),
    evidence,
  };
}

/** Statuses that prove that an endpoint exists, besides 2xx and 3xx (design: Checks of an origin, 4). */
const EXISTS: ReadonlySet<number> = new Set([400, 401, 402, 403, 405, 406, 422, 429]);
const MISSING: ReadonlySet<number> = new Set([404, 410]);

/** Failures in which the server sent a response, although an unusable one. */
const RESPONDED: ReadonlySet<string> = new Set(['too-large', 'headers-too-large', 'bad-encoding']);

function getExistence(result: ProbeResult): Existence {
  if (!result.ok || result.value.fetched.outcome === 'refused') return 'unknown';
  const { fetched } = result.value;
  if (fetched.outcome === 'failed') {
    if (RESPONDED.has(fetched.kind)) return 'exists';
    return fetched.kind === 'connection-refused' || fetched.kind === 'dns-not-found' ? 'missing' : 'unknown';
  }
  if ((fetched.status >= 200 && fetched.status < 400) || EXISTS.has(fetched.status)) return 'exists';
  return MISSING.has(fetched.status) ? 'missing' : 'unknown';
}

function fixHint(missing: readonly Probe[]): string | undefined {
  if (missing.length === 0) return undefined;
  const paths = missing.map(({ path }) => quoteText(path)).join(', ');
  const verb = missing.length === 1 ? 'it does' : 'they do';
  return `Fix or remove ${paths}: ${verb} not exist. Paths are relative to the origin.`;
}
