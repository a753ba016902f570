import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findMismatches, jsonOf, request, type SmokeResponse } from './request.ts';

/** Tells where an answer departs from the description of the API. */
export type Described = (operation: readonly [path: string, method: string], answer: SmokeResponse) => string[];

/** The description that a registry gives of itself, by which its answers are judged; fetched once. */
export function description(registry: string): Promise<Described> {
  const known = loaded.get(registry) ?? load(registry);
  loaded.set(registry, known);
  return known;
}

const loaded = new Map<string, Promise<Described>>();

async function load(registry: string): Promise<Described> {
  const answer = await request(`${registry}/openapi.json`);
  const [fault] = findMismatches(answer, { status: 200, type: 'application/vnd.oai.openapi+json' });
  const document = jsonOf(answer);
  if (fault !== undefined || typeof document !== 'object' || document === null)
    throw new Error(fault ?? 'The description is not JSON.');
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'description');

  return ([path, method], { url, status, headers, text }) => {
    const type = headers.get('Content-Type')?.split(';')[0] ?? '';
    const parts = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
    const validate = schemaAt(ajv, parts);
    if (!validate) return [`${url} answered ${status} with ${type}, which the description does not tell of.`];
    const body = type.includes('json') ? JSON.parse(text) : text;
    return validate(body) ? [] : [`${url} departs from the description: ${ajv.errorsText(validate.errors)}.`];
  };
}

function schemaAt(ajv: Ajv2020, parts: readonly string[]): ValidateFunction | undefined {
  const pointer = parts.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  return ajv.getSchema(`description#/${pointer}`);
}
