import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findMismatches, parseJson, request, type SmokeResponse } from './request.ts';

/** Returns the deviations of a response from the OpenAPI description. */
export type FindDeviations = (operation: readonly [path: string, method: string], response: SmokeResponse) => string[];

/** Loads the OpenAPI description of a registry once. */
export function loadDescription(registry: string): Promise<FindDeviations> {
  const promise = loaded.get(registry) ?? load(registry);
  loaded.set(registry, promise);
  return promise;
}

const loaded = new Map<string, Promise<FindDeviations>>();

async function load(registry: string): Promise<FindDeviations> {
  const response = await request(`${registry}/openapi.json`);
  const [mismatch] = findMismatches(response, { status: 200, type: 'application/vnd.oai.openapi+json' });
  const document = parseJson(response);
  if (mismatch !== undefined || typeof document !== 'object' || document === null)
    throw new Error(mismatch ?? 'The OpenAPI description is not JSON.');
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'description');

  return ([path, method], { url, status, headers, text }) => {
    const type = headers.get('Content-Type')?.split(';')[0] ?? '';
    const parts = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
    const validate = findSchema(ajv, parts);
    if (!validate) return [`${url} returned ${status} with ${type}, which is not in the OpenAPI description.`];
    const body = type.includes('json') ? JSON.parse(text) : text;
    return validate(body) ? [] : [`${url} does not match the OpenAPI description: ${ajv.errorsText(validate.errors)}.`];
  };
}

function findSchema(ajv: Ajv2020, parts: readonly string[]): ValidateFunction | undefined {
  const pointer = parts.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  return ajv.getSchema(`description#/${pointer}`);
}
