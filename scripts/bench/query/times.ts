import { median } from '#site/state/median.ts';

/** Response times in milliseconds. */
export interface Times {
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
}

type Run<T> = (query: T) => unknown;

/** A server runs compiled code. Until it is compiled, short queries need more runs than the long ones of baselines. */
const WARM_UP_ROUNDS = 5;

/** The number of runs per query. The median excludes the effect of other load on the machine. */
const ROUNDS = 5;

/**
 * Measures a candidate and a baseline with the same queries. Rounds alternate between the two, so that both run under the
 * same conditions. The warm-up does not count.
 */
export async function compareTimes<T>(
  queries: readonly T[],
  candidate: Run<T>,
  baseline: Run<T>,
): Promise<{ readonly candidate: Times; readonly baseline: Times }> {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await measureTimes(queries, candidate);
  await measureTimes(queries, baseline);
  const rounds: { candidate: Float64Array; baseline: Float64Array }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      candidate: await measureTimes(queries, candidate),
      baseline: await measureTimes(queries, baseline),
    });
  }
  return {
    candidate: summarize(rounds.map(round => round.candidate)),
    baseline: summarize(rounds.map(round => round.baseline)),
  };
}

async function measureTimes<T>(queries: readonly T[], run: Run<T>): Promise<Float64Array> {
  const times = new Float64Array(queries.length);
  for (const [i, query] of queries.entries()) {
    const start = performance.now();
    await run(query);
    times[i] = performance.now() - start;
  }
  return times;
}

function summarize(rounds: readonly Float64Array[]): Times {
  const [first = new Float64Array()] = rounds;
  const times = first.map((_, query) => median(rounds.map(round => round[query] ?? 0)) ?? 0).sort();
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { mean: times.reduce((sum, each) => sum + each, 0) / times.length, p50: at(0.5), p99: at(0.99) };
}
