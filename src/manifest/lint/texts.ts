import type { Manifest } from '../manifest.ts';
import { pointerOf } from '../pointer.ts';

/** A text of a manifest and its JSON Pointer. */
export interface Text {
  readonly pointer: string;
  readonly text: string;
}

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly parent: Place | undefined;
  readonly depth: number;
}

/** The registry reads no document that is nested deeper; what lies deeper in a value from elsewhere is not looked at. */
const DEEPEST = 64;

/** Every string value of a manifest that a pattern matches, those of further members too. */
export function* textsWith(pattern: RegExp, manifest: Manifest): Generator<Text> {
  const open: Place[] = [{ value: manifest, name: '', parent: undefined, depth: 0 }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, depth } = place;
    if (typeof value === 'string' && pattern.test(value)) yield { pointer: pointerTo(place), text: value };
    if (typeof value !== 'object' || value === null || depth === DEEPEST) continue;
    for (const name of Object.keys(value).reverse())
      open.push({ value: (value as Readonly<Record<string, unknown>>)[name], name, parent: place, depth: depth + 1 });
  }
}

/** The texts that agents read as prose. */
export function* proseTexts(manifest: Manifest): Generator<Text> {
  yield { pointer: '/description', text: manifest.description };
  yield { pointer: '/agent_notes', text: manifest.agent_notes };
  for (const [index, endpoint] of manifest.endpoints.entries()) {
    yield { pointer: `/endpoints/${index}/description`, text: endpoint.description };
    yield { pointer: `/endpoints/${index}/response_description`, text: endpoint.response_description };
  }
}

function pointerTo(place: Place): string {
  const names: string[] = [];
  for (let at = place; at.parent !== undefined; at = at.parent) names.unshift(at.name);
  return pointerOf(names);
}
