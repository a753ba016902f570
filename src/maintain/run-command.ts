import { block, unblock } from './block.ts';
import { explain } from './explain.ts';
import { type MaintainedRegistry, maintainedRegistry } from './maintained-registry.ts';
import type { Invocation, Verb } from './parse-args.ts';
import { recheck } from './recheck.ts';
import { setupFrom } from './revalidation-setup.ts';
import { restore, withdraw } from './withdrawal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type Change = (registry: MaintainedRegistry, instruction: Invocation) => Promise<string>;

const CHANGES: Readonly<Record<Exclude<Verb, 'explain'>, Change>> = {
  refuse: block,
  allow: unblock,
  withdraw,
  restore,
  recheck,
};

/**
 * Does what a maintainer wants.
 * @returns what was done, in words
 * @throws RangeError when it was not done, fit to be shown; nothing has changed then
 */
export async function runCommand(instruction: Invocation, environment: Environment, now: number): Promise<string> {
  const { verb } = instruction;
  const setup = await setupFrom(environment, verb !== 'explain');
  if (verb === 'explain') return explain(setup, instruction.subject, now);
  try {
    return await CHANGES[verb](await maintainedRegistry(setup, now), instruction);
  } finally {
    await setup.lock?.release();
  }
}
