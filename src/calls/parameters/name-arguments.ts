import type { PlacedParameter } from './located-parameter.ts';

/** Returns the name of the argument for each parameter: `id`, or `query.id` if several parameters have this name. */
export function nameArguments(parameters: readonly Pick<PlacedParameter, 'name' | 'in'>[]): readonly string[] {
  const names = parameters.map(({ name }) => name);
  // Nearly all endpoints have different names, and a build plans tens of thousands.
  if (new Set(names).size === names.length) return names;
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return parameters.map(({ name, in: location }) => (counts.get(name) === 1 ? name : `${location}.${name}`));
}
