import { expect, test } from 'vitest';
import { parsePath } from './parse-path.ts';

const origin = 'https://tides.example';

test.each([
  ['/v1/tides', '/v1/tides', {}],
  ['v1/tides', '/v1/tides', {}],
  ['', '/', {}],
  ['https://tides.example/v1/tides', '/v1/tides', {}],
  ['HTTPS://Tides.example:443/v1/{id}', '/v1/{id}', {}],
  ['https://tides.example?day=1', '/?day=1', { day: '1' }],
  ['http://tides.example/v1', '/http://tides.example/v1', {}],
  ['https://tides.example.evil/v1', '/https://tides.example.evil/v1', {}],
  ['/v1/tides?harbor=Oslo%20S&day=1', '/v1/tides?harbor=Oslo%20S&day=1', { harbor: 'Oslo S', day: '1' }],
  ['/v1/tides?harbor={harbor}&day=1', '/v1/tides?harbor={harbor}&day=1', { day: '1' }],
  ['/v1/tides?day=1&tags=a&tags=b', '/v1/tides?day=1&tags=a&tags=b', { day: '1', tags: ['a', 'b'] }],
  ['/v1/tides?tags={tags}&tags=b', '/v1/tides?tags={tags}&tags=b', { tags: 'b' }],
  ['/v1/tides?where={"day":1}&no={}', '/v1/tides?where={"day":1}&no={}', { where: '{"day":1}', no: '{}' }],
  ['/v1/tides#part?day=1', '/v1/tides#part?day=1', {}],
  ['/v1/tides?__proto__=1', '/v1/tides?__proto__=1', Object.fromEntries([['__proto__', '1']])],
])('parses %j to %j with %j', (text, path, values) => {
  expect(parsePath(text, origin)).toEqual({ path, values });
});
