import type { LintRule } from './rule.ts';

export const emptyContact: LintRule = {
  name: 'empty-contact',
  severity: 'warning',
  hint: 'Give an email address, or the address of a support page.',
  anchor: 'lint-empty-contact',
  *check({ contact }) {
    const ways = typeof contact === 'string' ? [contact] : [contact.email, contact.support_url, contact.github];
    if (ways.every(way => (way ?? '').trim() === ''))
      yield { pointer: '/contact', message: 'The contact says nothing.', value: contact };
  },
};
