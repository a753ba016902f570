import type { LintRule } from './rule.ts';

/** What is left of the notes when the description is taken out has at least this many characters, or is padding. */
const OWN_TEXT = 50;

export const notesRepeatDescription: LintRule = {
  name: 'notes-repeat-description',
  severity: 'info',
  hint: 'Tell agents what the description does not: limits, order of calls, errors to expect, what to avoid.',
  anchor: 'lint-notes-repeat-description',
  *check({ description, agent_notes }) {
    const [about, notes] = [plain(description), plain(agent_notes)];
    const repeats = about.includes(notes) || (notes.includes(about) && notes.length - about.length < OWN_TEXT);
    if (repeats)
      yield { pointer: '/agent_notes', message: 'The agent notes only repeat the description.', value: agent_notes };
  },
};

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
