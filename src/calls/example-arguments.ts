import type { DeclaredEndpoint } from './find-endpoint.ts';
import { type PlacedParameters, placeParameters } from './parameters/located-parameter.ts';
import { nameArguments } from './parameters/name-arguments.ts';
import { readRequestExample } from './parameters/request-example.ts';
import { toList } from './parameters/to-list.ts';
import { isRecord } from './url/value-text.ts';

/**
 * Returns arguments for an example call: `request_example` for the body, and the example, default, or first allowed value of
 * each required parameter. A required parameter without any of them has no argument.
 *
 * @param placed the result of `placeParameters`, if known
 */
export function getExampleArguments(
  endpoint: DeclaredEndpoint,
  { parameters, isWhole }: PlacedParameters = placeParameters(endpoint),
): Readonly<Record<string, unknown>> {
  const shown = readRequestExample(endpoint);
  const inBody = parameters.filter(each => each.in === 'body');
  const body = new Map<string, unknown>();
  if (!isWhole && isRecord(shown)) {
    for (const { name } of inBody) if (Object.hasOwn(shown, name)) body.set(name, shown[name]);
  } else if (shown !== undefined && inBody[0] && (isWhole || inBody.length === 1)) body.set(inBody[0].name, shown);
  const names = nameArguments(parameters);
  const values: [string, unknown][] = [];
  for (const [at, parameter] of parameters.entries()) {
    const { name, in: location, required, example, default: fallback, enum: allowed } = parameter;
    const isShown = location === 'body' && body.has(name);
    if (!isShown && !required) continue;
    const value = toList(isShown ? body.get(name) : (example ?? fallback ?? allowed?.[0]), parameter);
    if (value !== undefined) values.push([names[at] ?? name, value]);
  }
  return Object.fromEntries(values);
}
