import type { Manifest } from '../manifest.ts';
import { escapePart } from '../pointer.ts';
import type { Remark } from './rule.ts';

/** A text of a manifest and its JSON Pointer. */
export interface Text {
  readonly pointer: string;
  readonly text: string;
}

/** A list or an object in a manifest. */
interface Container {
  readonly value: object;
  readonly name: string | number;
  readonly parent: Container | undefined;
  /** The JSON Pointer, after the first use. */
  pointer?: string;
}

/** A string in a list or an object. */
interface PlacedText {
  readonly text: string;
  readonly name: string | number;
  readonly parent: Container;
}

/** The maximum depth of accepted manifests. Deeper values are ignored. */
const MAX_DEPTH = 64;

/** Returns the strings of a manifest that match, additional members included. */
export function* findTexts(manifest: Manifest, matches: (text: string) => boolean): Generator<Text> {
  for (const placed of listTexts(manifest)) {
    if (matches(placed.text)) yield { pointer: toPointer(placed), text: placed.text };
  }
}

/** Returns a remark for each string of a manifest that matches, additional members included. */
export function* remarkOnTexts(
  manifest: Manifest,
  matches: (text: string) => boolean,
  describe: (text: string) => string,
): Generator<Remark> {
  for (const placed of listTexts(manifest)) if (matches(placed.text)) yield new TextRemark(placed, describe);
}

/** Creates its pointer and message when they are read: 300,000 strings can match, and the lint lists ten. */
class TextRemark implements Remark {
  readonly #placed: PlacedText;
  readonly #describe: (text: string) => string;

  constructor(placed: PlacedText, describe: (text: string) => string) {
    this.#placed = placed;
    this.#describe = describe;
  }

  get pointer(): string {
    return toPointer(this.#placed);
  }

  get message(): string {
    return this.#describe(this.#placed.text);
  }

  get value(): string {
    return this.#placed.text;
  }
}

const textsByManifest = new WeakMap<Manifest, readonly PlacedText[]>();

/** Returns the strings of a manifest in its order. Several rules need them, and a manifest can have 500,000 values. */
function listTexts(manifest: Manifest): readonly PlacedText[] {
  const known = textsByManifest.get(manifest);
  if (known) return known;
  const texts: PlacedText[] = [];
  addTexts({ value: manifest, name: '', parent: undefined }, 0, texts);
  textsByManifest.set(manifest, texts);
  return texts;
}

function addTexts(container: Container, depth: number, texts: PlacedText[]): void {
  const { value } = container;
  const add = (item: unknown, name: string | number) => {
    if (typeof item === 'string') texts.push({ text: item, name, parent: container });
    else if (typeof item === 'object' && item !== null && depth + 1 < MAX_DEPTH)
      addTexts({ value: item, name, parent: container }, depth + 1, texts);
  };
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) add(value[at], at);
  } else for (const name of Object.keys(value)) add((value as Readonly<Record<string, unknown>>)[name], name);
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

function toPointer({ name, parent }: PlacedText): string {
  return `${getPointer(parent)}/${escapePart(name)}`;
}

function getPointer(container: Container): string {
  const { name, parent } = container;
  container.pointer ??= parent === undefined ? '' : `${getPointer(parent)}/${escapePart(name)}`;
  return container.pointer;
}
