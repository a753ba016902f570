import type { Manifest } from '../manifest.ts';
import { escapePart } from '../pointer.ts';

/** A text of a manifest and its JSON Pointer. */
export interface Text {
  readonly pointer: string;
  readonly text: string;
}

/** Every string value of a manifest, those of further members too. Keeps its own stack, so no depth overflows the call stack. */
export function* allTexts(manifest: Manifest): Generator<Text> {
  const open: { pointer: string; value: unknown }[] = [{ pointer: '', value: manifest }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { pointer, value } = next;
    if (typeof value === 'string') yield { pointer, text: value };
    if (typeof value !== 'object' || value === null) continue;
    const entries = Object.entries(value).map(([name, item]) => ({
      pointer: `${pointer}/${escapePart(name)}`,
      value: item,
    }));
    for (const entry of entries.reverse()) open.push(entry);
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
