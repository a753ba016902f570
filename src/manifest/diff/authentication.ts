import { type Comparison, createChange } from './comparison.ts';
import { diffMembers } from './members.ts';
import { text, value } from './scalar.ts';

/**
 * Authentication (specification, section 2.1.4). Another type breaks when both are types of credentials: naming one for
 * the first time, or no longer, says more or less about the same API. `config` has no fixed form, so a change there is
 * told and not judged.
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
