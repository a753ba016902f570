import type { Parameter } from '#manifest/manifest.ts';
import { isObject, listIn, type Node, objectIn } from './node.ts';
import { plainName, sentence, toPlainText } from './plain-text.ts';
import type { References } from './references.ts';
import { limitWords, propertiesOf, requiredIn, typeWords } from './schema-words.ts';

/** A parameter with the place where it goes, which the format has no member for and allows. */
export interface PlacedParameter extends Parameter {
  readonly in: string;
}

/**
 * The parameters of an operation: those of its path and its own, which go before, then the members of its body. What
 * OpenAPI ignores as a parameter (the headers Accept, Content-Type and Authorization) is left out.
 */
export function parametersOf(operation: Node, path: Node, references: References): PlacedParameter[] {
  const byPlace = new Map<string, PlacedParameter>();
  for (const each of [...listIn(path.parameters), ...listIn(operation.parameters)]) {
    const parameter = parameterOf(references.resolve(each), references);
    if (parameter) byPlace.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...byPlace.values(), ...bodyParameters(operation, references)];
}

const IGNORED = /^(accept|content-type|authorization)$/i;
const LONGEST = 400;
const MOST_MEMBERS = 100;

function parameterOf(node: Node | undefined, references: References): PlacedParameter | undefined {
  const { name, in: place } = node ?? {};
  if (!node || typeof name !== 'string' || name === '' || typeof place !== 'string') return undefined;
  if (!['path', 'query', 'header', 'cookie'].includes(place)) return undefined;
  if (place === 'header' && IGNORED.test(name)) return undefined;
  const [media] = Object.values(objectIn(node.content));
  const schema = node.schema ?? objectIn(media).schema;
  return described(name, place, place === 'path' || node.required === true, node.description, schema, references);
}

/** The members of a JSON or form body; a body of another shape is one parameter. */
function bodyParameters({ requestBody }: Node, references: References): PlacedParameter[] {
  const body = references.resolve(requestBody);
  const content = objectIn(body?.content);
  const types = Object.keys(content);
  const type = types.find(each => /json/i.test(each)) ?? types.find(each => /form/i.test(each)) ?? types[0];
  if (!body || type === undefined) return [];
  const { schema } = objectIn(content[type]);
  const node = references.resolve(schema) ?? {};
  const members = Object.entries(propertiesOf(node, references)).slice(0, MOST_MEMBERS);
  const required = requiredIn(node, references);
  if (members.length === 0)
    return [
      described('body', 'body', body.required === true, body.description ?? `The body, ${type}`, schema, references),
    ];
  return members.flatMap(([name, member]) => {
    const resolved = references.resolve(member) ?? {};
    if (resolved.readOnly === true || name === '') return [];
    return [described(name, 'body', required.has(name), resolved.description, member, references)];
  });
}

function described(
  name: string,
  place: string,
  required: boolean,
  description: unknown,
  schema: unknown,
  references: References,
): PlacedParameter {
  const node = references.resolve(schema);
  const facts = [`In ${place}`, ...(isObject(node) ? limitWords(node) : [])].join('; ');
  const said = sentence(toPlainText(description ?? node?.description, LONGEST));
  return {
    name: plainName(name),
    type: typeWords(schema, references),
    required,
    description: `${said === '' ? '' : `${said} `}${facts}.`,
    in: place,
  };
}
