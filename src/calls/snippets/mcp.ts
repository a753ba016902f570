import type { RequestPlan } from '../request-plan.ts';

/** Renders the arguments of the MCP tool `plan_call` for a planned request, as JSON. */
export function renderMcp({ endpoint, parameters }: RequestPlan, id: string): string {
  const names = parameters.map(({ name }) => name);
  const values = parameters
    .filter(({ value }) => value !== undefined)
    .map(({ name, in: location, value }) => {
      const isUnique = names.indexOf(name) === names.lastIndexOf(name);
      return [isUnique ? name : `${location}.${name}`, value];
    });
  const args = { id, method: endpoint.method, path: endpoint.path, parameters: Object.fromEntries(values) };
  return JSON.stringify({ name: 'plan_call', arguments: args }, null, 2);
}
