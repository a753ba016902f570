import { isObject } from '../json-object.ts';
import { type Comparison, createChange, toChangeKind } from './comparison.ts';
import { diffMembers, diffObject } from './members.ts';
import { calledUrl, contract, text, url, value } from './scalar.ts';
import { termSet } from './term-set.ts';

/** Compares onboarding (specification, section 2.1.3). A change of the request or the response is breaking. */
export const diffOnboarding = call('onboarding', {
  url: calledUrl('onboarding URL', 'onboarding-changed'),
  method: contract('onboarding method', 'onboarding-changed'),
  accepts: termSet({
    name: 'accepted onboarding proofs',
    singular: 'onboarding proof',
    added: 'onboarding-proof-added',
    removed: 'onboarding-proof-removed',
    isRemovalBreaking: true,
  }),
  returns: diffObject({
    credential_type: contract('type of the credential', 'onboarding-changed'),
    credential_field: contract('field of the credential', 'onboarding-changed'),
    instructions: text('instructions for the credential'),
    expires_in: value('lifetime of the credential'),
    refresh_url: url('refresh URL of the credential'),
  }),
});

/** Compares the usage endpoint. Its removal is breaking, because agents can no longer monitor their spending. */
export const diffUsageEndpoint = call('usage-endpoint', {
  url: calledUrl('URL of the usage endpoint', 'usage-endpoint-changed'),
  method: contract('method of the usage endpoint', 'usage-endpoint-changed'),
  authentication: contract('authentication of the usage endpoint', 'usage-endpoint-changed'),
});

/** Creates the comparison of an endpoint that agents call for this purpose. */
function call(stem: 'onboarding' | 'usage-endpoint', known: Readonly<Record<string, Comparison>>): Comparison {
  return pair => {
    if (isObject(pair.before) && isObject(pair.after)) return diffMembers(pair, known);
    const change = toChangeKind(pair);
    if (change === 'changed') return [];
    return [createChange(pair, `${stem}-${change}`, `${stem.replace('-', ' ')} ${change}`, change === 'removed')];
  };
}
