import { type Comparison, createChange } from './comparison.ts';
import { diffMembers } from './members.ts';
import { text, value } from './scalar.ts';

/**
 * Compares authentication (specification, section 2.1.4). A different type is breaking if both types need credentials. A
 * type that is added or removed only changes how much the manifest declares. `config` has no schema, so its changes are
 * never breaking.
 */
export const diffAuthentication: Comparison = pair =>
  diffMembers(pair, {
    required,
    type: value('authentication type', 'authentication-type', ({ before, after }) =>
      [before, after].every(type => typeof type === 'string' && type !== 'none'),
    ),
    instructions: text('authentication instructions'),
    config: config => diffMembers({ ...config, of: ' of the authentication config' }, {}),
  });

const required: Comparison = pair => {
  if (typeof pair.before !== 'boolean' || typeof pair.after !== 'boolean') return [];
  return pair.after
    ? [createChange(pair, 'authentication-required', 'authentication newly required', true)]
    : [createChange(pair, 'authentication-not-required', 'authentication no longer required')];
};
