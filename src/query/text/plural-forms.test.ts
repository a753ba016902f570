import { expect, test } from 'vitest';
import { getPluralForms } from './plural-forms.ts';

test.each([
  ['repository', 'repositories'],
  ['database', 'databases'],
  ['address', 'addresses'],
  ['box', 'boxes'],
  ['cache', 'caches'],
  ['api', 'apis'],
  ['map', 'maps'],
])('treats "%s" and "%s" as forms of each other', (singular, plural) => {
  expect(getPluralForms(singular)).toContain(plural);
  expect(getPluralForms(plural)).toContain(singular);
});

test.each([
  ['news', 'new'],
  ['us', 'u'],
  ['gas', 'gase'],
])('does not treat "%s" as a form of "%s"', (word, other) => {
  expect(getPluralForms(word)).not.toContain(other);
});
