import { describe, expect, test } from 'vitest';
import { mayExclude, splitExclusions } from './exclusions.ts';
import { getTermExpander } from './meaning/registry-vocabulary.ts';
import { normalizeText, words } from './words/normalize-text.ts';

describe('excludes', () => {
  test.each([
    ['maps without google', 'maps', 'google'],
    ['payments not stripe', 'payments', 'stripe'],
    ['maps no google', 'maps', 'google'],
    ['maps -google', 'maps', 'google'],
    ['-google maps', 'maps', 'google'],
    ['directions without google maps', 'directions maps', 'google'],
    ['maps without google or apple', 'maps', 'google, apple'],
    ['weather not open meteo', 'weather', 'open meteo'],
    ['maps other than google', 'maps', 'google'],
    ['maps instead of google', 'maps', 'google'],
    ['payments, anything but stripe', 'payments', 'stripe'],
    ["speech that doesn't use openai", 'speech that', 'openai'],
    ['a model that isn’t openai', 'a model that', 'openai'],
    ['alternative to google maps', 'maps', 'google'],
    ['twilio alternatives for sms', 'for sms', 'twilio'],
    ['stripe alternative', 'stripe', 'stripe'],
    ['Karten ohne Google', 'Karten', 'google'],
    ['mapas sin google', 'mapas', 'google'],
  ])('names in "%s"', (q, need, excluded) => {
    expect(split(q)).toEqual({ need, excluded });
  });

  test.each([
    ['weather no signup', 'weather'],
    ['weather without account or login, hourly', 'weather, hourly'],
    ['weather that needs no registration', 'weather that needs'],
    ["weather, I don't want to register", 'weather, I'],
    ['Wetter ohne Anmeldung', 'Wetter'],
    ['météo sans inscription', 'météo'],
  ])('conditions of access in "%s"', (q, need) => {
    expect(split(q)).toEqual({ need, excluded: '' });
  });
});

test.each([
  'notion databases',
  'nosql storage',
  'no-code automation',
  'no reply mail',
  'maps "without google"',
  'my site is not loading',
  'there are no images',
  'count characters with and without spaces',
  'free t-shirt',
  'to be or not to be',
  'not stripe',
  'weather without a key',
  'weather no api key required',
  'no-key weather',
  'keyless weather',
  'no signup',
  'without',
  'aurora boreal no brasil',
  'recetas sin gluten',
  'constructor',
])('excludes nothing in "%s"', q => {
  expect(split(q)).toBeUndefined();
});

/** Splits a query as the search does. The names are joined with commas. */
function split(q: string) {
  const { expand, detectLanguage } = getTermExpander();
  if (!mayExclude(q, words(normalizeText(q)))) return undefined;
  const found = splitExclusions(q, tokens => detectLanguage(tokens, expand(tokens)));
  return found && { need: found.need.trim(), excluded: found.excluded.map(name => name.join(' ')).join(', ') };
}
