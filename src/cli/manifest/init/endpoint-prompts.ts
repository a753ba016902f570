import type { Endpoint, Parameter } from '#manifest/manifest.ts';
import { values } from '#manifest/taxonomy.ts';
import type { Prompts } from '../../terminal/prompts.ts';
import { findFieldError } from './field-error.ts';

/** Prompts for one or more endpoints. */
export async function promptEndpoints(prompts: Prompts): Promise<readonly Endpoint[]> {
  const endpoints: Endpoint[] = [];
  do {
    endpoints.push(await promptEndpoint(prompts));
  } while (await prompts.confirm({ message: 'Add another endpoint?', initial: false }));
  return endpoints;
}

async function promptEndpoint(prompts: Prompts): Promise<Endpoint> {
  const methods = values('http_methods').map(value => ({ value, label: value, hint: '' }));
  const method = await prompts.choose({ message: 'Endpoint method', options: methods, initial: 'GET' });
  const checkMember = (member: keyof Endpoint) => (value: string) =>
    findFieldError('endpoints', [{ ...VALID_ENDPOINT, method, [member]: value }]);
  return {
    path: await prompts.text({
      message: 'Endpoint path, relative to the origin',
      example: '/v1/tides/{harbour}',
      check: checkMember('path'),
    }),
    method,
    description: await prompts.text({
      message: 'When and why to use it (at least 20 characters)',
      check: checkMember('description'),
    }),
    parameters: await promptParameters(prompts),
    response_description: await prompts.text({
      message: 'What it returns (at least 20 characters)',
      check: checkMember('response_description'),
    }),
  };
}

async function promptParameters(prompts: Prompts): Promise<Parameter[]> {
  const list = await prompts.text({
    message: 'Parameters, separated by commas (name, name? if optional, name:type)',
    example: 'harbour, days?:integer',
    check: value => (parseParameters(value) ? undefined : 'Use this format: harbour, days?:integer'),
  });
  const parameters: Parameter[] = [];
  for (const parameter of parseParameters(list) ?? []) {
    const description = await prompts.text({ message: `Description of ${parameter.name}` });
    parameters.push({ ...parameter, description });
  }
  return parameters;
}

/** Parses a list of parameters. Returns undefined for invalid text. */
function parseParameters(list: string): Omit<Parameter, 'description'>[] | undefined {
  if (list.trim() === '') return [];
  const parts = list.split(',').map(part => /^([^\s?:,]+)(\?)?(?::\s*(\w+))?$/.exec(part.trim()));
  if (parts.includes(null)) return undefined;
  return parts.flatMap(part =>
    part ? [{ name: part[1] ?? '', type: part[3] ?? 'string', required: part[2] === undefined }] : [],
  );
}

const VALID_ENDPOINT = { path: '/', description: '-'.repeat(20), parameters: [], response_description: '-'.repeat(20) };
