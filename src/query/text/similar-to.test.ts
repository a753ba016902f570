import { expect, test } from 'vitest';
import { findSimilarTo } from './similar-to.ts';
import { normalizeText, words } from './words/normalize-text.ts';

test.each([
  ['stripe alternative', 'stripe'],
  ['Alternatives to Stripe?', 'stripe'],
  ['what is the best free alternative to the stripe api', 'stripe'],
  ['open source google maps alternatives', 'google maps'],
  ['something like openweathermap', 'openweathermap'],
  ['apis similar to coingecko', 'coingecko'],
  ['instead of google maps', 'google maps'],
  ['replacement for calendly', 'calendly'],
  ['spotify competitors', 'spotify'],
  ['Alternative zu DeepL', 'deepl'],
])('finds the name in "%s"', (q, name) => {
  expect(find(q)).toBe(name);
});

test.each([
  'maps instead of google',
  'email service like sendgrid',
  'twilio alternatives for sms',
  'alternative to cars for commuting in the city',
  'i would like to send mail',
  'like',
  'alternative',
  'api alternatives',
  'the best other service',
  'weather forecast',
])('finds none in "%s"', q => {
  expect(find(q)).toBeUndefined();
});

function find(q: string): string | undefined {
  return findSimilarTo(words(normalizeText(q)))?.join(' ');
}
