import type { LintRule } from './rule.ts';

/** What is written where nothing is to be said. */
const NOTHING = /^[\s\p{P}\p{S}]*((n\/?a|none|nobody|null|tbd|todo|unknown)[\s\p{P}\p{S}]*)?$/iu;

export const emptyContact: LintRule = {
  name: 'empty-contact',
  severity: 'warning',
  hint: 'Give an email address, or the address of a support page.',
  anchor: 'lint-empty-contact',
  *check({ contact }) {
    const ways = typeof contact === 'string' ? [contact] : [contact.email, contact.support_url, contact.github];
    if (ways.every(way => NOTHING.test(way ?? '')))
      yield { pointer: '/contact', message: 'The contact says nothing.', value: contact };
  },
};
