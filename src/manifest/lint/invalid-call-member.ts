import { isMediaType, PARAMETER_LOCATIONS, PARAMETER_STYLES } from '../call-members.ts';
import { isObject } from '../json-object.ts';
import type { Manifest } from '../manifest.ts';
import type { LintRule, Remark } from './rule.ts';

/** The values of the recommended members that requests depend on. Others are ignored, and the request becomes a guess. */
export const invalidCallMember: LintRule = {
  name: 'invalid-call-member',
  severity: 'warning',
  hint: 'Correct the value. Requests ignore it.',
  anchor: 'lint-invalid-call-member',
  *check({ endpoints, authentication }) {
    for (const [index, endpoint] of endpoints.entries()) {
      yield* checkEndpoint(endpoint, `/endpoints/${index}`);
      for (const [position, parameter] of endpoint.parameters.entries())
        yield* checkMembers(parameter, PARAMETER_MEMBERS, `/endpoints/${index}/parameters/${position}`);
    }
    yield* checkAuthentication(authentication, '/authentication');
  },
};

interface MemberRule {
  readonly isValid: (value: unknown) => boolean;
  readonly expected: string;
}

function oneOf(...values: readonly string[]): MemberRule {
  return { isValid: value => values.includes(value as string), expected: `one of ${values.join(', ')}` };
}

const MEDIA_TYPE: MemberRule = { isValid: isMediaType, expected: 'a media type, such as application/json' };

const PARAMETER_MEMBERS: Readonly<Record<string, MemberRule>> = {
  in: oneOf(...PARAMETER_LOCATIONS),
  style: oneOf(...PARAMETER_STYLES),
  explode: { isValid: value => typeof value === 'boolean', expected: 'true or false' },
  enum: { isValid: value => Array.isArray(value) && value.length > 0, expected: 'a list of values' },
  content_type: MEDIA_TYPE,
};

const ENDPOINT_MEMBERS: Readonly<Record<string, MemberRule>> = {
  request_content_type: MEDIA_TYPE,
  request_body: oneOf('members', 'whole'),
  required_headers: {
    isValid: value => isObject(value) && Object.values(value).every(each => typeof each === 'string'),
    expected: 'an object with a text for each header',
  },
  authentication: {
    isValid: value => value === 'none' || isObject(value),
    expected: '"none" or an object like authentication of the manifest',
  },
};

const CREDENTIAL_MEMBERS: Readonly<Record<string, MemberRule>> = { in: oneOf('header', 'query', 'cookie') };

function* checkEndpoint(endpoint: Manifest['endpoints'][number], pointer: string): Generator<Remark> {
  yield* checkMembers(endpoint, ENDPOINT_MEMBERS, pointer);
  if ('authentication' in endpoint) yield* checkAuthentication(endpoint.authentication, `${pointer}/authentication`);
}

function* checkAuthentication(authentication: unknown, pointer: string): Generator<Remark> {
  const config = isObject(authentication) ? authentication.config : undefined;
  if (!isObject(config)) return;
  yield* checkCredentials(config, `${pointer}/config`);
  const alternatives = Array.isArray(config.alternatives) ? config.alternatives : [];
  for (const [index, each] of alternatives.entries())
    yield* checkCredentials(each, `${pointer}/config/alternatives/${index}`);
}

/** Checks one credential, or several that are sent together. */
function* checkCredentials(set: unknown, pointer: string): Generator<Remark> {
  yield* checkMembers(set, CREDENTIAL_MEMBERS, pointer);
  const credentials = isObject(set) && Array.isArray(set.credentials) ? set.credentials : [];
  for (const [index, each] of credentials.entries())
    yield* checkMembers(each, CREDENTIAL_MEMBERS, `${pointer}/credentials/${index}`);
}

function* checkMembers(
  owner: unknown,
  rules: Readonly<Record<string, MemberRule>>,
  pointer: string,
): Generator<Remark> {
  if (!isObject(owner)) return;
  for (const [name, { isValid, expected }] of Object.entries(rules)) {
    if (!Object.hasOwn(owner, name) || isValid(owner[name])) continue;
    const message = `The member "${name}" is not ${expected}.`;
    yield { pointer: `${pointer}/${name}`, message, value: owner[name], hint: `Use ${expected}.` };
  }
}
