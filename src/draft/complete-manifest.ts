import type { Manifest03 } from '#manifest/manifest.ts';
import { pointerOf } from '#manifest/pointer.ts';
import { values } from '#manifest/taxonomy.ts';
import type { Draft } from './openapi/draft.ts';
import { isTodo, withTodo } from './openapi/todo.ts';

/**
 * Completes a draft to a manifest with all required members. Missing texts become TODO texts that describe what to write.
 * Suggestions fill members that the draft does not know. Without them, the result is not valid before `categories` and
 * `primary_category` are chosen.
 */
export function completeManifest(
  { known, hints, suggestions = {} }: Pick<Draft, 'known' | 'hints' | 'suggestions'>,
  now: Date,
): Record<keyof Manifest03, unknown> {
  const { spec_version, homepage, documentation, pricing, last_updated, ...rest } = known;
  const formatHint = (hint: string | undefined) => (hint === undefined ? '' : ` Known so far: ${hint}`);
  const manifest: Partial<Record<keyof Manifest03, unknown>> = {
    spec_version: spec_version ?? 'apimanifest-0.3',
    name: suggestions.name?.value ?? withTodo('the name of the API.'),
    version: '0.0.0',
    description: withTodo(`${DESCRIPTION}${formatHint(hints.description)}`, 100),
    ...(homepage !== undefined && { homepage }),
    ...(documentation !== undefined && { documentation }),
    categories: suggestions.categories?.value ?? [withTodo(`one or more of ${values('categories').join(', ')}.`)],
    primary_category:
      suggestions.primary_category?.value ?? withTodo(`one of ${values('primary_categories').join(', ')}.`),
    endpoints: [ENDPOINT],
    pricing: pricing ?? { model: 'unknown' },
    authentication: {
      required: false,
      type: null,
      instructions: withTodo('whether credentials are required, and how to send them.'),
    },
    agent_notes: withTodo(`${NOTES}${formatHint(hints.agent_notes)}`, 150),
    contact: withTodo('an email address, or the URL of a support page.'),
    last_updated: last_updated ?? now.toISOString().replace(/\.\d+Z$/, 'Z'),
  };
  for (const [member, value] of Object.entries(rest))
    if (value !== undefined) manifest[member as keyof Manifest03] = value;
  return manifest as Record<keyof Manifest03, unknown>;
}

/** Returns JSON Pointers to the members that still need an edit, in the order of the manifest. */
export function listTodos(manifest: Readonly<Record<string, unknown>>): string[] {
  const found: string[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (isTodo(value)) found.push(pointerOf(path));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) visit(member, [...path, name]);
  };
  for (const [name, member] of Object.entries(manifest)) {
    visit(member, [name]);
    if (name === 'version' && member === '0.0.0') found.push('/version');
    if (name === 'pricing' && isUnknown(member)) found.push('/pricing/model');
  }
  return found;
}

const DESCRIPTION =
  'what this API does, what its data covers and where it comes from, and when an agent should choose it.';

const NOTES =
  'what an agent needs to know beyond the endpoints: order of calls, units and formats, limits, expected errors and how to handle them, and what not to use it for.';

const ENDPOINT = {
  path: '/',
  method: 'GET',
  description: withTodo('when and why to use this endpoint.', 20),
  parameters: [],
  response_description: withTodo('what it returns.', 20),
};

function isUnknown(pricing: unknown): boolean {
  return typeof pricing === 'object' && pricing !== null && 'model' in pricing && pricing.model === 'unknown';
}
