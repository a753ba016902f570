import { isObject, listIn, type Node, objectIn } from './node.ts';
import { referencesOf } from './references.ts';

/** A document of version 2.0 without references to parameters that are none: the upgrade refuses it for one of them. */
export function dropBrokenParameters(tree: Node): Node {
  const references = referencesOf(tree);
  const isSound = (parameter: unknown): boolean => {
    const { $ref } = objectIn(parameter);
    const isElsewhere = typeof $ref === 'string' && !$ref.startsWith('#');
    return isElsewhere || PLACES.has(references.resolve(parameter)?.in);
  };
  const sound = (node: Node): Node =>
    node.parameters === undefined ? node : { ...node, parameters: listIn(node.parameters).filter(isSound) };
  const paths = Object.entries(objectIn(tree.paths)).map(([path, item]) => {
    const members = Object.entries(sound(objectIn(item))).map(([name, member]) => [
      name,
      isObject(member) ? sound(member) : member,
    ]);
    return [path, Object.fromEntries(members)];
  });
  const shared = Object.entries(objectIn(tree.parameters)).filter(([, parameter]) => isSound(parameter));
  return { ...tree, parameters: Object.fromEntries(shared), paths: Object.fromEntries(paths) };
}

const PLACES: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'body', 'formData']);
