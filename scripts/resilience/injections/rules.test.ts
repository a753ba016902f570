import { describe, expect, test } from 'vitest';
import { PAYLOADS } from './payloads.fixture.ts';
import { type Format, formatOf, RULES } from './rules.fixture.ts';

/** What a careless surface would write, which each rule has to find. */
const CARELESS: readonly (readonly [Format, string, (text: string) => string])[] = [
  ['html', 'an element', text => `<p>${text}</p>`],
  ['html', 'an attribute', text => `<input value="${text}">`],
  ['html', 'the end of a script', text => `<script type="application/json">{"a":"${text}"}</script>`],
  ['html', 'the end of a comment', text => `<!-- ${text} -->`],
  ['html', 'a link', text => `<a href="${/javascript:[\w-]+/.exec(text)?.[0]}">b</a>`],
  ['markdown', 'an element', text => `Name: ${text}`],
  ['markdown', 'a link', text => `Name: ${text}`],
  ['markdown', 'a block of Markdown', text => `Name: ${text}`],
  ['markdown', 'bidirectional text', text => `Name: ${text}`],
  ['markdown', 'code spans', text => `Name: ${text}`],
  ['github', 'mentions', text => text],
  ['github', 'mentions', text => text.replaceAll('@', '&#64;').replaceAll('#', '\\#')],
  ['github', 'mentions', text => `<!-- ${JSON.stringify(text)} -->`],
  ['github', 'links to issues', text => text],
  ['commit', 'mentions', text => `List zq.example: ${text}`],
  ['commit', 'directives of commits', text => `List zq.example: ${text}`],
  ['xml', 'an element', text => `<title>${text}</title>`],
  ['xml', 'character references', text => `<title>${text}</title>`],
  ['json', 'a line of a log', text => `{"message":"${text}"}`],
  ['lines', 'a line of a log', text => `{"message":"${text}"}`],
  ['plain', 'a voice for agents', text => `The listing says: ${text}`],
  ['plain', 'commands of workflows', text => `Checked: ${text}`],
  ['terminal', 'terminal codes', text => text],
  ['terminal', 'line separators', text => text],
  ['terminal', 'a half character', text => text],
];

describe('the rules find what a careless surface writes', () => {
  test.each(CARELESS)('%s: %s', (format, name, write) => {
    expect(RULES[format](write(PAYLOADS[name] ?? ''))).not.toEqual([]);
  });

  test('with every payload in the table', () => {
    const unused = Object.keys(PAYLOADS).filter(name => !CARELESS.some(([, each]) => each === name));
    expect(unused).toEqual(['a table', 'templates']);
  });
});

test.each([
  ['html', '<h1>zqx</h1><a href="https://zq.example/">b</a>'],
  ['markdown', '# zqx\n\n- \\<zqx-el> \\[a\\](/zqx-link)'],
  ['github', '@\u200bzqx-user #\u200b12'],
  ['xml', '<title>&#60;zqx-el&#62;</title>'],
  ['lines', '{"a":1}\n{"a":"zqx"}\n'],
  ['plain', 'The listing says: "zqx zqx-line"'],
] as const)('the rule for %s lets a careful surface pass', (format, output) =>
  expect(RULES[format](output)).toEqual([]),
);

test.each([
  ['application/problem+json', 'json'],
  ['text/html; charset=utf-8', 'html'],
  ['application/x-ndjson', 'lines'],
  ['application/atom+xml; charset=utf-8', 'xml'],
  ['video/mp4', undefined],
])('%s has the rule %s', (type, format) => expect(formatOf(type)).toBe(format));
