import type { Manifest } from '../manifest.ts';
import { pointerOf } from '../pointer.ts';

/** A text of a manifest and its JSON Pointer. */
export interface Text {
  readonly pointer: string;
  readonly text: string;
}

interface Location {
  readonly value: unknown;
  readonly name: string;
  readonly parent: Location | undefined;
  readonly depth: number;
}

/** The maximum depth of accepted manifests. Deeper values are ignored. */
const MAX_DEPTH = 64;

/** Returns the strings of a manifest that match a pattern, additional members included. */
export function* textsWith(pattern: RegExp, manifest: Manifest): Generator<Text> {
  const open: Location[] = [{ value: manifest, name: '', parent: undefined, depth: 0 }];
  for (let location = open.pop(); location !== undefined; location = open.pop()) {
    const { value, depth } = location;
    if (typeof value === 'string' && pattern.test(value)) yield { pointer: toPointer(location), text: value };
    if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) continue;
    for (const name of Object.keys(value).reverse())
      open.push({
        value: (value as Readonly<Record<string, unknown>>)[name],
        name,
        parent: location,
        depth: depth + 1,
      });
  }
}

/** Returns the prose of a manifest. */
export function* proseTexts(manifest: Manifest): Generator<Text> {
  yield { pointer: '/description', text: manifest.description };
  yield { pointer: '/agent_notes', text: manifest.agent_notes };
  for (const [index, endpoint] of manifest.endpoints.entries()) {
    yield { pointer: `/endpoints/${index}/description`, text: endpoint.description };
    yield { pointer: `/endpoints/${index}/response_description`, text: endpoint.response_description };
  }
}

function toPointer(location: Location): string {
  const names: string[] = [];
  for (let at = location; at.parent !== undefined; at = at.parent) names.unshift(at.name);
  return pointerOf(names);
}
