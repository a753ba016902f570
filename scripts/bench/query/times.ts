import { median } from '#site/state/median.ts';

/** How long answers took, in milliseconds. */
export interface Times {
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
}

type Asks<T> = (question: T) => unknown;

/** How often each question is asked; the median of its times counts, so that what else the machine did does not. */
const ROUNDS = 5;

/**
 * Asks two the same questions, in turns: a round of one, a round of the other, so that both meet the machine in the same
 * mood. What the rounds before them warm up is not counted.
 */
export async function timesOfBoth<T>(
  questions: readonly T[],
  ours: Asks<T>,
  theirs: Asks<T>,
): Promise<{ readonly ours: Times; readonly theirs: Times }> {
  const some = questions.slice(0, Math.ceil(questions.length / 4));
  await timed(some, ours);
  await timed(some, theirs);
  const rounds: { ours: Float64Array; theirs: Float64Array }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ ours: await timed(questions, ours), theirs: await timed(questions, theirs) });
  }
  return { ours: summary(rounds.map(round => round.ours)), theirs: summary(rounds.map(round => round.theirs)) };
}

async function timed<T>(questions: readonly T[], ask: Asks<T>): Promise<Float64Array> {
  const times = new Float64Array(questions.length);
  for (const [i, question] of questions.entries()) {
    const start = performance.now();
    await ask(question);
    times[i] = performance.now() - start;
  }
  return times;
}

function summary(rounds: readonly Float64Array[]): Times {
  const [first = new Float64Array()] = rounds;
  const times = first.map((_, question) => median(rounds.map(round => round[question] ?? 0)) ?? 0).sort();
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { mean: times.reduce((sum, each) => sum + each, 0) / times.length, p50: at(0.5), p99: at(0.99) };
}
