import { type Finding, finding } from './finding.ts';
import { getMember, isObject, type JsonObject } from './json-object.ts';

/**
 * Returns a finding for a document in another well-known format, with the command that converts it. Undefined if the value
 * may be a manifest.
 */
export function findOtherFormat(value: object): Finding | undefined {
  const format = formats.find(({ matches }) => matches(value as JsonObject));
  if (format === undefined) return undefined;
  return finding('', 'other-format', `The document is ${format.name}, not an API manifest.`, format.hint);
}

/** Returns a finding for a text in YAML, with the command that converts it. Undefined if the text looks like JSON. */
export function findYaml(text: string): Finding | undefined {
  const [, key] = YAML_KEY.exec(text.slice(0, 5000)) ?? [];
  if (key === undefined) return undefined;
  const isOpenapi = /^(openapi|swagger)$/.test(key);
  return finding(
    '',
    'json',
    isOpenapi ? 'The document is an OpenAPI document in YAML, not an API manifest.' : 'The document is YAML, not JSON.',
    isOpenapi ? OPENAPI_HINT : 'Convert it to JSON: npx yaml --json --single < manifest.yaml > api-manifest.json',
  );
}

/**
 * The first key of YAML, after comments, directives, and empty lines. Each repetition reads exactly one line: if an empty line
 * could also be a part of a longer match, 30 of them would take minutes.
 */
const YAML_KEY = /^(?:[^\S\n]*(?:#.*)?\n|(?:---|%YAML)[^\n]*\n)*([A-Za-z_][\w-]*):(?:\s|$)/;

interface Format {
  /** With its article. */
  readonly name: string;
  readonly hint: string;
  readonly matches: (document: JsonObject) => boolean;
}

const OPENAPI_HINT = 'Create a manifest from it: api-manifest init --from-openapi FILE';

const formats: readonly Format[] = [
  {
    name: 'an OpenAPI document',
    hint: OPENAPI_HINT,
    matches: ({ openapi, swagger }) => isVersion(openapi) || isVersion(swagger),
  },
  {
    name: 'a Postman collection',
    hint: 'Convert it to OpenAPI, then create a manifest: npx --package postman-to-openapi p2o FILE -f openapi.yaml && api-manifest init --from-openapi openapi.yaml',
    matches: document => isPostman(document.info) || isPostman(getMember(document.collection, 'info')),
  },
  {
    name: 'an AsyncAPI document',
    hint: 'A manifest describes HTTP endpoints. If the API has some, create one: api-manifest init',
    matches: ({ asyncapi }) => isVersion(asyncapi),
  },
  {
    name: 'a GraphQL schema',
    hint: 'Describe the GraphQL endpoint as one POST endpoint: api-manifest init --endpoint "POST /graphql …"',
    matches: ({ __schema, data }) => isObject(__schema) || isObject(getMember(data, '__schema')),
  },
];

/** Returns whether a value is a version number. A member of another document with the same name often has a URL. */
function isVersion(value: unknown): boolean {
  return typeof value === 'string' && /^\d+(\.\d+)*(-|$)/.test(value);
}

function isPostman(info: unknown): boolean {
  const schema = getMember(info, 'schema');
  return (
    getMember(info, '_postman_id') !== undefined || (typeof schema === 'string' && schema.includes('getpostman.com'))
  );
}
