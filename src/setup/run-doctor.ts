import type { Step } from './step.ts';

/**
 * Checks every step and changes nothing. Prints one line for each step, and for each missing item its effect and fix.
 * A check that fails counts as missing, and the others still run.
 * @returns the number of steps with something missing
 */
export async function runDoctor(steps: readonly Step[], log: (line: string) => void): Promise<number> {
  let problems = 0;
  for (const step of steps) {
    const state = await step.inspect().catch(error => ({ done: false as const, missing: [toMessage(error)] }));
    if (state.done) {
      log(`ok       ${step.title}${state.detail === undefined ? '' : ` (${state.detail})`}`);
      continue;
    }
    problems += 1;
    log(`missing  ${step.title}: ${state.missing.join(', ')}`);
    log(`         Effect: ${step.effect}`);
    log(`         Fix: ${('fix' in state ? state.fix : undefined) ?? 'Run npm run setup.'}`);
  }
  log(problems === 0 ? `All ${steps.length} checks passed.` : `${problems} of ${steps.length} checks found a problem.`);
  return problems;
}

function toMessage(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
