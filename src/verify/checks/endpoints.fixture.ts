import type { Endpoint, Parameter } from '#manifest/manifest.ts';

/** Returns a declared endpoint for tests. Parameters whose names end in `!` are required. */
export function endpoint(
  path: string,
  parameters: readonly string[] = [],
  method: Endpoint['method'] = 'GET',
): Endpoint {
  return {
    path,
    method,
    description: 'Gives what the tests need of an endpoint.',
    parameters: parameters.map(parameter),
    response_description: 'A JSON object, as tests go.',
  };
}

function parameter(name: string): Parameter {
  const required = name.endsWith('!');
  return { name: required ? name.slice(0, -1) : name, type: 'string', required, description: 'A parameter.' };
}
