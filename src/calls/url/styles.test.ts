import { expect, test } from 'vitest';
import { planEndpoint } from '../snippets/plan-endpoint.fixture.ts';

/**
 * The examples of OpenAPI 3.0.3 ("Style Examples") for an empty text, a text, a list, and an object. Since 3.0.4, the items of a
 * label that is not exploded have commas, but Swagger UI and most servers follow the older examples.
 */
const VALUES = ['', 'blue', ['blue', 'black', 'brown'], { R: 100, G: 200, B: 150 }];
/** A URL cannot contain such a value. */
const NONE = null;

test.each<[string, string | undefined, boolean, readonly (string | null)[]]>([
  ['path', 'matrix', false, [';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150']],
  ['path', 'matrix', true, [';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150']],
  ['path', 'label', false, [NONE, '.blue', '.blue.black.brown', '.R.100.G.200.B.150']],
  ['path', 'label', true, [NONE, '.blue', '.blue.black.brown', '.R=100.G=200.B=150']],
  ['path', 'simple', false, [NONE, 'blue', 'blue,black,brown', 'R,100,G,200,B,150']],
  ['path', undefined, true, [NONE, 'blue', 'blue,black,brown', 'R=100,G=200,B=150']],
  ['header', 'simple', false, ['', 'blue', 'blue,black,brown', 'R,100,G,200,B,150']],
  ['header', undefined, true, ['', 'blue', 'blue,black,brown', 'R=100,G=200,B=150']],
  ['query', 'form', false, ['color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150']],
  ['query', undefined, true, ['color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150']],
  [
    'query',
    'spaceDelimited',
    false,
    ['color=', 'color=blue', 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150'],
  ],
  [
    'query',
    'pipeDelimited',
    false,
    ['color=', 'color=blue', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ],
  [
    'query',
    'deepObject',
    true,
    [
      'color=',
      'color=blue',
      'color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown',
      'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
    ],
  ],
  ['cookie', 'form', false, ['color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150']],
  ['cookie', undefined, true, ['color=', 'color=blue', 'color=blue; color=black; color=brown', 'R=100; G=200; B=150']],
])('formats values in the %s with the style %s and explode: %s', (location, style, explode, expected) => {
  const parameters = [{ name: 'color', in: location, type: 'any', required: true, style, explode }];
  const path = location === 'path' ? '/v1/{color}' : '/v1/x';
  const formatted = VALUES.map(value => {
    const { url, headers, findings } = planEndpoint(
      { endpoint: { path, parameters }, args: { color: value } },
      'https://a.example',
    );
    if (findings.length > 0) return NONE;
    const { pathname, search } = new URL(url);
    const texts = { path: pathname.slice('/v1/'.length), query: search.slice(1) } as Readonly<Record<string, string>>;
    return texts[location] ?? headers[location === 'cookie' ? 'Cookie' : 'color'];
  });
  expect(formatted).toEqual(expected);
});
