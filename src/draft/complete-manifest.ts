import type { Manifest03 } from '#manifest/manifest.ts';
import { pointerOf } from '#manifest/pointer.ts';
import { values } from '#manifest/taxonomy.ts';
import type { Draft } from './openapi/draft.ts';
import { isTodo, withTodo } from './openapi/todo.ts';

/**
 * A whole manifest from what is known: where nothing is, a text that says what to write. Two marks keep it from being
 * valid, since nothing can stand in for a choice: `categories` and `primary_category`.
 */
export function completeManifest(
  { known, hints }: Pick<Draft, 'known' | 'hints'>,
  now: Date,
): Record<keyof Manifest03, unknown> {
  const { spec_version, homepage, documentation, pricing, last_updated, ...rest } = known;
  const facts = (hint: string | undefined) => (hint === undefined ? '' : ` Known so far: ${hint}`);
  const manifest: Partial<Record<keyof Manifest03, unknown>> = {
    spec_version: spec_version ?? 'apimanifest-0.3',
    name: withTodo('the name of the API.'),
    version: '0.0.0',
    description: withTodo(`${DESCRIPTION}${facts(hints.description)}`, 100),
    ...(homepage !== undefined && { homepage }),
    ...(documentation !== undefined && { documentation }),
    categories: [withTodo(`one or more of ${values('categories').join(', ')}.`)],
    primary_category: withTodo(`one of ${values('primary_categories').join(', ')}.`),
    endpoints: [ENDPOINT],
    pricing: pricing ?? { model: 'unknown' },
    authentication: {
      required: false,
      type: null,
      instructions: withTodo('whether credentials are needed, and how to send them.'),
    },
    agent_notes: withTodo(`${NOTES}${facts(hints.agent_notes)}`, 150),
    contact: withTodo('an email address, or the address of a support page.'),
    last_updated: last_updated ?? now.toISOString().replace(/\.\d+Z$/, 'Z'),
  };
  for (const [member, value] of Object.entries(rest))
    if (value !== undefined) manifest[member as keyof Manifest03] = value;
  return manifest as Record<keyof Manifest03, unknown>;
}

/** JSON Pointers to what somebody still has to write or decide, in the order of the manifest. */
export function openPlaces(manifest: Readonly<Record<string, unknown>>): string[] {
  const found: string[] = [];
  const look = (value: unknown, path: readonly string[]): void => {
    if (isTodo(value)) found.push(pointerOf(path));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) look(member, [...path, name]);
  };
  for (const [name, member] of Object.entries(manifest)) {
    look(member, [name]);
    if (name === 'version' && member === '0.0.0') found.push('/version');
    if (name === 'pricing' && isUnknown(member)) found.push('/pricing/model');
  }
  return found;
}

const DESCRIPTION =
  'what this API does, what its data covers and where that comes from, and when an agent should choose it.';

const NOTES =
  'what an agent has to know beyond the endpoints: order of calls, units and formats, limits, errors to expect and what to do about them, and what not to use it for.';

const ENDPOINT = {
  path: '/',
  method: 'GET',
  description: withTodo('when and why to use this endpoint.', 20),
  parameters: [],
  response_description: withTodo('what it answers with.', 20),
};

function isUnknown(pricing: unknown): boolean {
  return typeof pricing === 'object' && pricing !== null && 'model' in pricing && pricing.model === 'unknown';
}
