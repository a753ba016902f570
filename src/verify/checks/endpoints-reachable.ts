import { evidenceOf, shown } from '../probes/probe-results.ts';
import type { ProbeResult } from '../probes/probe-session.ts';
import { type Probe, plainProbes } from '../probes/probes.ts';
import { type CheckConclusion, liveCheck, skipped, type ValidSubject } from './check.ts';

export const endpointsReachable = liveCheck({
  name: 'endpoints_reachable',
  severity: 'error',
  meaning:
    'Up to five declared GET endpoints that need no parameter are asked, without credentials. One that answers is enough; a refusal, a missing parameter or a request for payment is an answer.',
  judge: reachability,
});

/** Whether something that the manifest declares is there. */
type Sight = 'alive' | 'dead' | 'undecided';

async function reachability({ manifest, origin, inquiry }: ValidSubject): Promise<CheckConclusion> {
  const probes = plainProbes(manifest, origin);
  if (probes.length === 0)
    return skipped('The manifest declares no GET endpoint that can be asked without a parameter.');
  const answers = await Promise.all(probes.map(({ url }) => inquiry.ask({ url })));
  const evidence = evidenceOf(answers);
  const sights = answers.map(sightOf);
  const alive = sights.filter(sight => sight === 'alive').length;
  const dead = probes.filter((_, index) => sights[index] === 'dead');
  const count = `${alive} of ${probes.length}`;
  if (alive > 0) {
    return { outcome: 'passed', message: `${count} endpoints asked answered.`, hint: mend(dead), evidence };
  }
  if (sights.includes('undecided')) {
    return {
      outcome: 'inconclusive',
      message: `Whether the endpoints answer could not be decided (${probes.length} asked).`,
      hint: mend(dead) ?? 'Nothing to mend if this was a passing fault.',
      evidence,
    };
  }
  return {
    outcome: 'failed',
    message: `None of the ${probes.length} endpoints asked is there.`,
    hint: mend(dead),
    evidence,
  };
}

/** Statuses that show something there, whatever it wants (design: Checks of an origin, 4). */
const ALIVE: ReadonlySet<number> = new Set([400, 401, 402, 403, 405, 406, 422, 429]);
const DEAD: ReadonlySet<number> = new Set([404, 410]);

/** A failure by which the other side shows that it is there: it answered, if not well. */
const ANSWERED: ReadonlySet<string> = new Set(['too-large', 'headers-too-large', 'bad-encoding']);

function sightOf(answer: ProbeResult): Sight {
  if (!answer.asked || answer.result.outcome === 'refused') return 'undecided';
  const { result } = answer;
  if (result.outcome === 'failed') {
    if (ANSWERED.has(result.kind)) return 'alive';
    return result.kind === 'connection-refused' || result.kind === 'dns-not-found' ? 'dead' : 'undecided';
  }
  if ((result.status >= 200 && result.status < 400) || ALIVE.has(result.status)) return 'alive';
  return DEAD.has(result.status) ? 'dead' : 'undecided';
}

function mend(dead: readonly Probe[]): string | undefined {
  if (dead.length === 0) return undefined;
  return `Mend or remove ${dead.map(({ path }) => shown(path)).join(', ')}: nothing answers there. Paths begin at the origin.`;
}
