import type { Endpoint, Parameter } from '#manifest/manifest.ts';
import { values } from '#manifest/taxonomy.ts';
import type { Prompts } from '../../terminal/prompts.ts';
import { findFieldError } from './field-error.ts';

/** Asks for endpoints, one after the other; at least one. */
export async function askEndpoints(ask: Prompts): Promise<readonly Endpoint[]> {
  const endpoints: Endpoint[] = [];
  do {
    endpoints.push(await askEndpoint(ask));
  } while (await ask.confirm({ message: 'Describe another endpoint?', initial: false }));
  return endpoints;
}

async function askEndpoint(ask: Prompts): Promise<Endpoint> {
  const methods = values('http_methods').map(value => ({ value, label: value, hint: '' }));
  const method = await ask.choose({ message: 'Method of an endpoint', options: methods, initial: 'GET' });
  const checked = (member: keyof Endpoint) => (answer: string) =>
    findFieldError('endpoints', [{ ...VALID, method, [member]: answer }]);
  return {
    path: await ask.text({
      message: 'Its path, from the root of the origin',
      example: '/v1/tides/{harbour}',
      check: checked('path'),
    }),
    method,
    description: await ask.text({
      message: 'When and why to use it (20 characters or more)',
      check: checked('description'),
    }),
    parameters: await askParameters(ask),
    response_description: await ask.text({
      message: 'What comes back (20 characters or more)',
      check: checked('response_description'),
    }),
  };
}

async function askParameters(ask: Prompts): Promise<Parameter[]> {
  const list = await ask.text({
    message: 'Its parameters, by commas; ? marks optional ones, a colon the type',
    example: 'harbour, days?:integer',
    check: answer => (parametersIn(answer) ? undefined : 'Write them like: harbour, days?:integer'),
  });
  const parameters: Parameter[] = [];
  for (const parameter of parametersIn(list) ?? []) {
    const description = await ask.text({ message: `What is ${parameter.name}?` });
    parameters.push({ ...parameter, description });
  }
  return parameters;
}

/** Undefined for a text that is no list of parameters. */
function parametersIn(list: string): Omit<Parameter, 'description'>[] | undefined {
  if (list.trim() === '') return [];
  const parts = list.split(',').map(part => /^([^\s?:,]+)(\?)?(?::\s*(\w+))?$/.exec(part.trim()));
  if (parts.includes(null)) return undefined;
  return parts.flatMap(part =>
    part ? [{ name: part[1] ?? '', type: part[3] ?? 'string', required: part[2] === undefined }] : [],
  );
}

const VALID = { path: '/', description: '-'.repeat(20), parameters: [], response_description: '-'.repeat(20) };
