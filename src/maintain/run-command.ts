import { block, unblock } from './block.ts';
import { explain } from './explain.ts';
import { type MaintainedRegistry, openMaintainedRegistry } from './maintained-registry.ts';
import { listMissingSearches } from './missing-searches.ts';
import type { Invocation, Verb } from './parse-args.ts';
import { recheck } from './recheck.ts';
import { loadSetup } from './revalidation-setup.ts';
import { review } from './review.ts';
import { remove, restore, withdraw } from './withdrawal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type ReadOnlyVerb = 'explain' | 'review' | 'missing-searches';

type Change = (registry: MaintainedRegistry, invocation: Invocation) => Promise<string>;

const CHANGES: Readonly<Record<Exclude<Verb, ReadOnlyVerb>, Change>> = {
  refuse: block,
  allow: unblock,
  remove,
  withdraw,
  restore,
  recheck,
};

/**
 * Runs a command of a maintainer.
 * @returns a description of the result
 * @throws RangeError if the command failed; nothing has changed
 */
export async function runCommand(invocation: Invocation, environment: Environment, now: number): Promise<string> {
  const { verb } = invocation;
  if (verb === 'missing-searches') return listMissingSearches(environment.DATA_DIR || './.data');
  const setup = await loadSetup(environment, verb !== 'explain' && verb !== 'review');
  if (verb === 'review') return review(setup);
  if (verb === 'explain') return explain(setup, invocation.subject, now);
  try {
    return await CHANGES[verb](await openMaintainedRegistry(setup, now), invocation);
  } finally {
    await setup.lock?.release();
  }
}
