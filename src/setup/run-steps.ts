import type { Step, StepState } from './step.ts';

export interface RunOptions {
  /** Prints what would change, and changes nothing. */
  readonly dryRun: boolean;
  readonly log: (line: string) => void;
}

/** The number of steps by outcome. Setup is complete if nothing is pending. */
export interface RunSummary {
  readonly done: number;
  readonly changed: number;
  /** Steps that need a person, that failed, or that a dry run would change. */
  readonly pending: number;
}

/**
 * Runs steps in order. A step that is done already is skipped, so a run can be repeated after an error and continues
 * where it stopped. Stops at the first step that fails or needs a person, because later steps depend on earlier ones.
 *
 * @throws what a step throws, after printing its title
 */
export async function runSteps(steps: readonly Step[], { dryRun, log }: RunOptions): Promise<RunSummary> {
  const count = { done: 0, changed: 0, pending: 0 };
  for (const [index, step] of steps.entries()) {
    const prefix = `[${index + 1}/${steps.length}] ${step.title}`;
    const state = await inspect(step, prefix, log);
    if (state.done) {
      log(`${prefix}: already done${state.detail === undefined ? '' : ` (${state.detail})`}`);
      count.done += 1;
    } else if (step.apply === undefined) {
      log(`${prefix}: needs you. Missing: ${state.missing.join(', ')}.`);
      if (state.fix !== undefined) log(`      ${state.fix}`);
      count.pending += 1;
      if (!dryRun) return { ...count, pending: count.pending + steps.length - index - 1 };
    } else if (dryRun) {
      log(`${prefix}: would add or change ${describeChange(step, state.missing)}.`);
      log(`      To undo it later: ${step.undo}`);
      count.pending += 1;
    } else {
      log(`${prefix}: adding or changing ${describeChange(step, state.missing)} …`);
      await step.apply();
      await confirm(step, log);
      log(`      Done. To undo it: ${step.undo}`);
      count.changed += 1;
    }
  }
  return count;
}

function describeChange({ product }: Step, missing: readonly string[]): string {
  const list = missing.join(', ');
  return product === undefined ? list : `${product} (missing: ${list})`;
}

/** Reads the state again, because a platform may accept a change and not apply it. */
async function confirm(step: Step, log: (line: string) => void): Promise<void> {
  const state = await step.inspect();
  if (state.done) return;
  log(`      Still missing: ${state.missing.join(', ')}.`);
  throw new RangeError(
    `${step.title}: the change was accepted, but it is not visible yet. Run setup again in a minute.`,
  );
}

async function inspect(step: Step, prefix: string, log: (line: string) => void): Promise<StepState> {
  try {
    return await step.inspect();
  } catch (error) {
    log(`${prefix}: failed`);
    throw error;
  }
}
