import type { Parameter } from '#manifest/manifest.ts';
import { describeConstraints, describeType, listProperties, listRequired } from './describe-schema.ts';
import { isObject, listIn, type Node, objectIn } from './node.ts';
import { removeInvisible, toPlainText, toSentence } from './plain-text.ts';
import type { References } from './references.ts';

/** A parameter with its location, as an additional member. */
export interface LocatedParameter extends Parameter {
  readonly in: string;
}

/**
 * Converts the parameters of a path and an operation, and the members of the request body. A parameter of the operation
 * overrides one of the path. Omits the headers Accept, Content-Type, and Authorization, which OpenAPI ignores.
 */
export function convertParameters(operation: Node, path: Node, references: References): LocatedParameter[] {
  const byLocation = new Map<string, LocatedParameter>();
  for (const each of [...listIn(path.parameters), ...listIn(operation.parameters)]) {
    const parameter = convertParameter(references.resolve(each), references);
    if (parameter) byLocation.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...byLocation.values(), ...convertBody(operation, references)];
}

const IGNORED_HEADERS = /^(accept|content-type|authorization)$/i;
const MAX_LENGTH = 400;
const MAX_MEMBERS = 100;

function convertParameter(node: Node | undefined, references: References): LocatedParameter | undefined {
  const { name, in: location } = node ?? {};
  if (!node || typeof name !== 'string' || name === '' || typeof location !== 'string') return undefined;
  if (!['path', 'query', 'header', 'cookie'].includes(location)) return undefined;
  if (location === 'header' && IGNORED_HEADERS.test(name)) return undefined;
  const [media] = Object.values(objectIn(node.content));
  const schema = node.schema ?? objectIn(media).schema;
  const isRequired = location === 'path' || node.required === true;
  return createParameter(name, location, isRequired, node.description, schema, references);
}

/** Converts the members of a JSON or form body. A body of another shape is one parameter. */
function convertBody({ requestBody }: Node, references: References): LocatedParameter[] {
  const body = references.resolve(requestBody);
  const content = objectIn(body?.content);
  const types = Object.keys(content);
  const type = types.find(each => /json/i.test(each)) ?? types.find(each => /form/i.test(each)) ?? types[0];
  if (!body || type === undefined) return [];
  const { schema } = objectIn(content[type]);
  const node = references.resolve(schema) ?? {};
  const members = Object.entries(listProperties(node, references)).slice(0, MAX_MEMBERS);
  const required = listRequired(node, references);
  if (members.length === 0)
    return [
      createParameter(
        'body',
        'body',
        body.required === true,
        body.description ?? `The body, ${type}`,
        schema,
        references,
      ),
    ];
  return members.flatMap(([name, member]) => {
    const resolved = references.resolve(member) ?? {};
    if (resolved.readOnly === true || name === '') return [];
    return [createParameter(name, 'body', required.has(name), resolved.description, member, references)];
  });
}

function createParameter(
  name: string,
  location: string,
  required: boolean,
  description: unknown,
  schema: unknown,
  references: References,
): LocatedParameter {
  const node = references.resolve(schema);
  const constraints = [`In ${location}`, ...(isObject(node) ? describeConstraints(node) : [])].join('; ');
  const text = toSentence(toPlainText(description ?? node?.description, MAX_LENGTH));
  return {
    name: removeInvisible(name),
    type: describeType(schema, references),
    required,
    description: `${text === '' ? '' : `${text} `}${constraints}.`,
    in: location,
  };
}
