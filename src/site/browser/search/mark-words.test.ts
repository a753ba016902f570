import { expect, test } from 'vitest';
import { markWords } from './mark-words.ts';

/** Marks with brackets, as a page does with an element. */
function mark(shown: string, search: string): string {
  return markWords(shown, search)
    .map((part, at) => (at % 2 === 1 ? `[${part}]` : part))
    .join('');
}

test.each([
  ['send an sms', 'Sends SMS, and an email.', '[Sends] [SMS], and an email.'],
  ['translation', 'Translates texts and documents.', '[Translates] texts and documents.'],
  ['weath', 'Weather and weathering.', '[Weather] and [weathering].'],
  ['in', 'Checks in Berlin, not inland.', 'Checks [in] Berlin, not inland.'],
  ['ip', 'IP addresses, IPv6, and shipping.', '[IP] addresses, IPv6, and shipping.'],
  ['cafe', 'Every Café and cafe\u0301.', 'Every [Café] and [cafe\u0301].'],
  ['.*', 'a.*b', 'a.*b'],
  ['', 'No search.', 'No search.'],
  ['nothing here', '', ''],
])('marks the words of "%s" in "%s"', (search, shown, marked) => {
  expect(mark(shown, search)).toBe(marked);
});
