import { yieldToRequests } from '#manifest/yield-to-requests.ts';

/** A long computation on untrusted text, which yields before each step that can take long. */
export type Steps<T> = Generator<undefined, T>;

/** Runs a computation at once, for a program or a thread without other work. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs a computation, and lets other requests run between its steps. */
export async function runInSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await yieldToRequests();
  }
}
