import { setupFrom } from '#scripts/revalidate/setup.ts';
import { explain } from './explain.ts';
import type { Instruction, Verb } from './instruction.ts';
import { type MaintainedRegistry, maintainedRegistry } from './maintained-registry.ts';
import { recheck } from './recheck.ts';
import { allow, refuse } from './refusal.ts';
import { restore, withdraw } from './withdrawal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type Change = (registry: MaintainedRegistry, instruction: Instruction) => Promise<string>;

const CHANGES: Readonly<Record<Exclude<Verb, 'explain'>, Change>> = { refuse, allow, withdraw, restore, recheck };

/**
 * Does what a maintainer wants.
 * @returns what was done, in words
 * @throws RangeError when it was not done, fit to be shown; nothing has changed then
 */
export async function carryOut(instruction: Instruction, environment: Environment, now: number): Promise<string> {
  const { verb } = instruction;
  const setup = await setupFrom(environment, verb !== 'explain');
  if (verb === 'explain') return explain(setup, instruction.subject, now);
  try {
    return await CHANGES[verb](await maintainedRegistry(setup, now), instruction);
  } finally {
    await setup.lock?.release();
  }
}
