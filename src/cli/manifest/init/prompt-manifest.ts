import type { Draft } from '#draft/openapi/draft.ts';
import type { Authentication, Manifest03 } from '#manifest/manifest.ts';
import { meaning, type Term, title, type Vocabulary, values } from '#manifest/taxonomy.ts';
import type { ChoicePrompt, Prompts, TextPrompt } from '../../terminal/prompts.ts';
import { promptEndpoints } from './endpoint-prompts.ts';
import { findFieldError } from './field-error.ts';

/** Prompts for each missing member of a manifest. */
export async function promptManifest(
  { known, hints }: Pick<Draft, 'known' | 'hints'>,
  prompts: Prompts,
): Promise<Partial<Manifest03>> {
  const promptText = (member: keyof Manifest03, prompt: TextPrompt): Promise<string> =>
    prompts.text({ ...prompt, check: value => findFieldError(member, value) });
  return {
    ...known,
    name: known.name ?? (await promptText('name', { message: 'Name of the API' })),
    version: await promptVersion(known.version, promptText),
    description:
      known.description ??
      (await promptText('description', {
        message: 'What does the API do? (for agents, at least 100 characters)',
        initial: hints.description,
      })),
    categories: known.categories ?? (await prompts.chooseSeveral(toChoicePrompt('categories', 'Categories'))),
    primary_category:
      known.primary_category ?? (await prompts.choose(toChoicePrompt('primary_categories', 'Primary category'))),
    endpoints: known.endpoints ?? (await promptEndpoints(prompts)),
    pricing: known.pricing ?? { model: await prompts.choose(toChoicePrompt('pricing_models', 'Pricing model')) },
    authentication: known.authentication ?? (await promptAuthentication(prompts)),
    agent_notes:
      known.agent_notes ??
      (await promptText('agent_notes', {
        message: 'What should agents know, such as limits, call order, and errors? (at least 150 characters)',
        initial: hints.agent_notes,
      })),
    contact:
      known.contact ??
      (await prompts.text({
        message: 'Contact: an email address or the URL of a support page',
        check: value => (value === '' ? 'Enter a contact.' : undefined),
      })),
  };
}

function toChoicePrompt<V extends Vocabulary>(vocabulary: V, message: string): ChoicePrompt<Term<V>> {
  const options = values(vocabulary).map(value => ({
    value,
    label: title(vocabulary, value),
    hint: meaning(vocabulary, value),
  }));
  return { message, options };
}

/** Prompts for the version if it is unknown. An import sets it to 0.0.0 if the document has none. */
async function promptVersion(
  known: string | undefined,
  promptText: (member: keyof Manifest03, prompt: TextPrompt) => Promise<string>,
): Promise<string> {
  if (known !== undefined && known !== '0.0.0') return known;
  return promptText('version', { message: 'Version of the API (MAJOR.MINOR.PATCH)', initial: '1.0.0' });
}

async function promptAuthentication(prompts: Prompts): Promise<Authentication> {
  const type = await prompts.choose(toChoicePrompt('auth_types', 'Authentication'));
  if (type === 'none') return { required: false, type };
  const instructions = await prompts.text({
    message: 'How do users get credentials, and how do requests send them?',
    check: value => (value === '' ? 'Agents need these instructions to call the API.' : undefined),
  });
  return { required: true, type, instructions };
}
