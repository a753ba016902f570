import { listCredentialNames, readLocation } from '../call-members.ts';
import { getMember, isObject } from '../json-object.ts';
import type { Manifest } from '../manifest.ts';
import { listVariables } from './path-parameter.ts';
import type { LintRule, Remark } from './rule.ts';

/** The recommended members without which a request is a guess. Has at most one remark for each kind. */
export const incompleteCall: LintRule = {
  name: 'incomplete-call',
  severity: 'info',
  hint: 'Add the recommended members. An import from OpenAPI fills them.',
  anchor: 'lint-incomplete-call',
  reads: ['/endpoints', '/authentication'],
  *check(manifest) {
    const parameters = [...listParameters(manifest)];
    yield* summarize(
      'in',
      parameters.filter(each => !each.has('in') && !each.isInPath),
      count => `${count} without a location, so requests guess it.`,
      'Add "in": "query", "header", "cookie", or "body" to each parameter outside the path.',
    );
    yield* summarize(
      'example',
      parameters.filter(each => each.needsExample && !['example', 'default', 'enum'].some(each.has)),
      count => `${count} required and without an example, so no request can be shown or checked.`,
      'Add an "example" that works to each required parameter.',
    );
    const { required, type, ...rest } = manifest.authentication;
    // Format 0.2 has no member for it.
    if (
      manifest.spec_version === 'apimanifest-0.3' &&
      required &&
      type !== 'bearer' &&
      type !== 'oauth2' &&
      !('config' in rest)
    )
      yield {
        pointer: '/authentication/config',
        message: 'Credentials are required, but no member declares where to send them.',
        hint: 'Add "config": {"in": "header", "name": "X-Api-Key"} with the location and the name of the credential.',
      };
  },
};

interface CheckedParameter {
  readonly pointer: string;
  readonly isInPath: boolean;
  /** Whether it is required, and neither a credential nor a part of the example of the body. */
  readonly needsExample: boolean;
  readonly has: (member: string) => boolean;
}

function* listParameters({ endpoints, authentication }: Manifest): Generator<CheckedParameter> {
  const shared = listCredentialNames(authentication);
  for (const [index, endpoint] of endpoints.entries()) {
    const { path, parameters } = endpoint;
    // A path of 1 MiB without parameters can have 250,000 placeholders.
    if (parameters.length === 0) continue;
    const placeholders = listVariables(path);
    const credentials = shared.union(listCredentialNames(getMember(endpoint, 'authentication')));
    for (const [position, parameter] of parameters.entries()) {
      const { name, required } = parameter;
      const isInPath = placeholders.has(name);
      const has = (member: string) => Object.hasOwn(parameter, member);
      const isFilled = !isInPath && (credentials.has(name) || isShownInBody(endpoint, parameter));
      yield {
        pointer: `/endpoints/${index}/parameters/${position}`,
        isInPath,
        needsExample: required && !isFilled,
        has,
      };
    }
  }
}

/** Whether `request_example` of an endpoint contains the value of a parameter. */
function isShownInBody(endpoint: object, parameter: { readonly name: string }): boolean {
  const example = getMember(endpoint, 'request_example');
  const location = readLocation(getMember(parameter, 'in'));
  if (example === undefined || (location !== undefined && location !== 'body')) return false;
  const isWhole = getMember(endpoint, 'request_body') === 'whole' || !isObject(example);
  return isWhole || Object.hasOwn(example, parameter.name);
}

function* summarize(
  member: string,
  found: readonly CheckedParameter[],
  describe: (count: string) => string,
  hint: string,
): Generator<Remark> {
  const [first] = found;
  if (!first) return;
  const count = found.length === 1 ? 'One parameter is' : `Of the parameters, ${found.length} are`;
  yield { pointer: `${first.pointer}/${member}`, message: describe(count), hint };
}
