import type { Draft } from '#draft/openapi/draft.ts';
import type { Authentication, Manifest03 } from '#manifest/manifest.ts';
import { meaning, type Term, title, type Vocabulary, values } from '#manifest/taxonomy.ts';
import type { Choice, Prompts, TextQuestion } from '../../terminal/prompts.ts';
import { askEndpoints } from './endpoint-prompts.ts';
import { findFieldError } from './field-error.ts';

/** Asks for every member of a manifest that is not known yet, and for nothing else. */
export async function promptManifest(
  { known, hints }: Pick<Draft, 'known' | 'hints'>,
  ask: Prompts,
): Promise<Partial<Manifest03>> {
  const text = (member: keyof Manifest03, question: TextQuestion): Promise<string> =>
    ask.text({ ...question, check: answer => findFieldError(member, answer) });
  return {
    ...known,
    name: known.name ?? (await text('name', { message: 'Name of the API' })),
    version: await version(known.version, text),
    description:
      known.description ??
      (await text('description', {
        message: 'What does it do? (for agents, 100 characters or more)',
        initial: hints.description,
      })),
    categories: known.categories ?? (await ask.chooseSeveral(choice('categories', 'What is it about?'))),
    primary_category:
      known.primary_category ?? (await ask.choose(choice('primary_categories', 'What kind of source is it?'))),
    endpoints: known.endpoints ?? (await askEndpoints(ask)),
    pricing: known.pricing ?? { model: await ask.choose(choice('pricing_models', 'How is use priced?')) },
    authentication: known.authentication ?? (await authentication(ask)),
    agent_notes:
      known.agent_notes ??
      (await text('agent_notes', {
        message: 'What has an agent to know to use it well: limits, order of calls, errors? (150 characters or more)',
        initial: hints.agent_notes,
      })),
    contact:
      known.contact ??
      (await ask.text({
        message: 'Contact: an email address, or the address of a support page',
        check: answer => (answer === '' ? 'Say how to reach somebody.' : undefined),
      })),
  };
}

function choice<V extends Vocabulary>(vocabulary: V, message: string): Choice<Term<V>> {
  const options = values(vocabulary).map(value => ({
    value,
    label: title(vocabulary, value),
    hint: meaning(vocabulary, value),
  }));
  return { message, options };
}

/** A version of 0.0.0 is how an import says that there was none. */
async function version(
  known: string | undefined,
  text: (member: keyof Manifest03, question: TextQuestion) => Promise<string>,
): Promise<string> {
  if (known !== undefined && known !== '0.0.0') return known;
  return text('version', { message: 'Version of the API (MAJOR.MINOR.PATCH)', initial: '1.0.0' });
}

async function authentication(ask: Prompts): Promise<Authentication> {
  const type = await ask.choose(choice('auth_types', 'What credentials does it need?'));
  if (type === 'none') return { required: false, type };
  const instructions = await ask.text({
    message: 'How does one get them, and where in a request do they go?',
    check: answer => (answer === '' ? 'Agents cannot use the API without knowing this.' : undefined),
  });
  return { required: true, type, instructions };
}
