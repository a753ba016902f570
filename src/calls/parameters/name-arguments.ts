import type { PlacedParameter } from './located-parameter.ts';

/** Returns the name of the argument for each parameter: `id`, or `query.id` if several parameters have this name. */
export function nameArguments(parameters: readonly Pick<PlacedParameter, 'name' | 'in'>[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name } of parameters) counts.set(name, (counts.get(name) ?? 0) + 1);
  return parameters.map(({ name, in: location }) => (counts.get(name) === 1 ? name : `${location}.${name}`));
}
