import type { LintRule } from './rule.ts';

/** Placeholders such as "n/a" and "none". */
const PLACEHOLDER = /^[\s\p{P}\p{S}]*((n\/?a|none|nobody|null|tbd|todo|unknown)[\s\p{P}\p{S}]*)?$/iu;

export const emptyContact: LintRule = {
  name: 'empty-contact',
  severity: 'warning',
  hint: 'Set it to an email address or the URL of a support page.',
  anchor: 'lint-empty-contact',
  reads: ['/contact'],
  *check({ contact }) {
    const contacts = typeof contact === 'string' ? [contact] : [contact.email, contact.support_url, contact.github];
    if (contacts.every(each => PLACEHOLDER.test(each ?? '')))
      yield { pointer: '/contact', message: 'The contact is empty.', value: contact };
  },
};
