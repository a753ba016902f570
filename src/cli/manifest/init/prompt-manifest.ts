import type { Draft } from '#draft/openapi/draft.ts';
import { isTodo } from '#draft/openapi/todo.ts';
import type { Authentication, Manifest03 } from '#manifest/manifest.ts';
import { meaning, type Term, title, type Vocabulary, values } from '#manifest/taxonomy.ts';
import type { ChoicePrompt, Prompts, TextPrompt } from '../../terminal/prompts.ts';
import { promptEndpoints } from './endpoint-prompts.ts';
import { findFieldError } from './field-error.ts';

/**
 * Prompts for each missing member of a manifest.
 *
 * @param collected receives each value at once, so that a canceled run loses no input
 */
export async function promptManifest(
  { known, hints, suggestions = {} }: Pick<Draft, 'known' | 'hints' | 'suggestions'>,
  prompts: Prompts,
  collected: { -readonly [Member in keyof Manifest03]?: Manifest03[Member] },
): Promise<void> {
  const promptText = (member: keyof Manifest03, prompt: TextPrompt): Promise<string> =>
    prompts.text({ ...prompt, check: value => findFieldError(member, value) });
  const { categories, primary_category: kind, name } = suggestions;
  collected.name =
    known.name ?? (await promptText('name', { message: 'Name of the API', ...(name && { initial: name.value }) }));
  collected.version = await promptVersion(known.version, promptText);
  collected.description =
    known.description ??
    (await promptText('description', {
      message: 'What does the API do? (for agents, at least 100 characters)',
      initial: hints.description,
    }));
  collected.categories =
    known.categories ??
    (await prompts.chooseSeveral(
      toChoicePrompt('categories', withReason('Categories', categories), categories?.value[0]),
    ));
  collected.primary_category =
    known.primary_category ??
    (await prompts.choose(toChoicePrompt('primary_categories', withReason('Primary category', kind), kind?.value)));
  collected.endpoints = known.endpoints ?? (await promptEndpoints(prompts));
  collected.pricing = known.pricing ?? {
    model: await prompts.choose(toChoicePrompt('pricing_models', 'Pricing model')),
  };
  if (known.authentication === undefined || isTodo(known.authentication.instructions))
    collected.authentication = await promptAuthentication(prompts, known.authentication);
  collected.agent_notes =
    known.agent_notes ??
    (await promptText('agent_notes', {
      message: 'What should agents know, such as limits, call order, and errors? (at least 150 characters)',
      initial: hints.agent_notes,
    }));
  collected.contact =
    known.contact ??
    (await prompts.text({
      message: 'Contact: an email address or the URL of a support page',
      check: value => (value === '' ? 'Enter a contact.' : undefined),
    }));
}

function withReason(
  message: string,
  suggestion: { readonly value: unknown; readonly reason: string } | undefined,
): string {
  return suggestion === undefined
    ? message
    : `${message} (suggested: ${[suggestion.value].flat().join(', ')}. ${suggestion.reason})`;
}

function toChoicePrompt<V extends Vocabulary>(
  vocabulary: V,
  message: string,
  initial?: Term<V>,
): ChoicePrompt<Term<V>> {
  const options = values(vocabulary).map(value => ({
    value,
    label: title(vocabulary, value),
    hint: meaning(vocabulary, value),
  }));
  return { message, options, initial };
}

/** Prompts for the version if it is unknown. An import sets it to 0.0.0 if the document has none. */
async function promptVersion(
  known: string | undefined,
  promptText: (member: keyof Manifest03, prompt: TextPrompt) => Promise<string>,
): Promise<string> {
  if (known !== undefined && known !== '0.0.0') return known;
  return promptText('version', { message: 'Version of the API (MAJOR.MINOR.PATCH)', initial: '1.0.0' });
}

/** Keeps the places of credentials that a document describes. */
async function promptAuthentication(prompts: Prompts, known: Authentication | undefined): Promise<Authentication> {
  const type = await prompts.choose(toChoicePrompt('auth_types', 'Authentication'));
  if (type === 'none') return { required: false, type };
  const instructions = await prompts.text({
    message: 'How do users get credentials, and how do requests send them?',
    check: value => (value === '' ? 'Agents need these instructions to call the API.' : undefined),
  });
  const config = known?.type === type ? known.config : undefined;
  return { required: true, type, instructions, ...(config && { config }) };
}
