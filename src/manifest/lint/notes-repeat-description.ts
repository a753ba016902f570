import type { LintRule } from './rule.ts';

/** Notes that contain the description need at least this many other characters. */
const MIN_OWN_LENGTH = 50;

export const notesRepeatDescription: LintRule = {
  name: 'notes-repeat-description',
  severity: 'info',
  hint: 'Add what the description lacks: limits, order of calls, expected errors, and pitfalls.',
  anchor: 'lint-notes-repeat-description',
  reads: ['/description'],
  *check({ description, agent_notes }) {
    const [about, notes] = [plain(description), plain(agent_notes)];
    const isRepetition =
      about.includes(notes) || (notes.includes(about) && notes.length - about.length < MIN_OWN_LENGTH);
    if (isRepetition)
      yield { pointer: '/agent_notes', message: 'The agent notes only repeat the description.', value: agent_notes };
  },
};

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
