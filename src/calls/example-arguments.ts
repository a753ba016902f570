import type { DeclaredEndpoint } from './find-endpoint.ts';
import { type PlacedParameter, placeParameters } from './parameters/located-parameter.ts';
import { toList } from './parameters/to-list.ts';
import { isRecord } from './url/value-text.ts';

/**
 * Returns arguments for an example call: `request_example` for the body, and the example, default, or first allowed value of
 * each required parameter. A required parameter without any of them has no argument.
 *
 * @param parameters the result of `placeParameters`, if known
 */
export function getExampleArguments(
  endpoint: DeclaredEndpoint,
  parameters: readonly PlacedParameter[] = placeParameters(endpoint).parameters,
): Readonly<Record<string, unknown>> {
  const members: Readonly<Record<string, unknown>> = { ...endpoint };
  const example = members.request_example;
  const inBody = parameters.filter(each => each.in === 'body');
  const body = new Map<string, unknown>();
  if (members.request_body === 'whole') {
    const [whole] = inBody;
    if (whole !== undefined && example !== undefined) body.set(whole.name, example);
  } else if (isRecord(example)) {
    for (const { name } of inBody) if (Object.hasOwn(example, name)) body.set(name, example[name]);
  } else if (example !== undefined && inBody.length === 1 && inBody[0]) body.set(inBody[0].name, example);
  const names = parameters.map(({ name }) => name);
  const values = parameters.flatMap(parameter => {
    const { name, in: location, required, example, default: fallback, enum: allowed } = parameter;
    const ownExample = location === 'body' ? (body.get(name) ?? (required ? example : undefined)) : example;
    const value = toList(ownExample ?? (required ? (fallback ?? allowed?.[0]) : undefined), parameter);
    const isSent = required || (location === 'body' && body.has(name));
    if (value === undefined || !isSent) return [];
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    return [[isUnique ? name : `${location}.${name}`, value]];
  });
  return Object.fromEntries(values);
}
