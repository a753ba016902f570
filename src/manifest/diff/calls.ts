import { type Comparison, createChange, isObject, toChangeKind } from './comparison.ts';
import { diffMembers, diffObject } from './members.ts';
import { address, calledAddress, contract, text, value } from './scalar.ts';
import { wordSet } from './word-set.ts';

/** How an agent gets a credential (specification, section 2.1.3). Whatever it must do differently now breaks it. */
export const diffOnboarding = call('onboarding', {
  url: calledAddress('onboarding address', 'onboarding-changed'),
  method: contract('onboarding method', 'onboarding-changed'),
  accepts: wordSet({
    name: 'accepted onboarding proofs',
    one: 'onboarding proof',
    added: 'onboarding-proof-added',
    removed: 'onboarding-proof-removed',
    removalBreaks: true,
  }),
  returns: diffObject({
    credential_type: contract('type of the credential', 'onboarding-changed'),
    credential_field: contract('field of the credential', 'onboarding-changed'),
    instructions: text('instructions for the credential'),
    expires_in: value('lifetime of the credential'),
    refresh_url: address('refresh address of the credential'),
  }),
});

/** Where an agent sees what it used. Losing that is losing a guard on what is spent. */
export const diffUsageEndpoint = call('usage-endpoint', {
  url: calledAddress('address of the usage endpoint', 'usage-endpoint-changed'),
  method: contract('method of the usage endpoint', 'usage-endpoint-changed'),
  authentication: contract('authentication of the usage endpoint', 'usage-endpoint-changed'),
});

function call(stem: 'onboarding' | 'usage-endpoint', known: Readonly<Record<string, Comparison>>): Comparison {
  return pair => {
    if (isObject(pair.before) && isObject(pair.after)) return diffMembers(pair, known);
    const turn = toChangeKind(pair);
    if (turn === 'changed') return [];
    return [createChange(pair, `${stem}-${turn}`, `${stem.replace('-', ' ')} ${turn}`, turn === 'removed')];
  };
}
