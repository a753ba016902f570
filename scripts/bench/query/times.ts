/** How long answers took, in milliseconds. */
export interface Times {
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
}

/** How often each question is asked: its best time counts, because all else on the machine only makes it worse. */
const ROUNDS = 3;

/** Asks all questions, and takes the time of each. What a first round warms up is not counted. */
export async function timesOf<T>(questions: readonly T[], ask: (question: T) => unknown): Promise<Times> {
  for (const question of questions.slice(0, Math.ceil(questions.length / 4))) await ask(question);
  const times = new Float64Array(questions.length).fill(Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, question] of questions.entries()) {
      const start = performance.now();
      await ask(question);
      times[i] = Math.min(times[i] ?? 0, performance.now() - start);
    }
  }
  times.sort();
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { mean: times.reduce((sum, each) => sum + each, 0) / times.length, p50: at(0.5), p99: at(0.99) };
}
