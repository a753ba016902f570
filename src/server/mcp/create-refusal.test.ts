import { expect, test } from 'vitest';
import { parseOrigin } from '#listing/origin.ts';
import { createRefusal } from './create-refusal.ts';

function refuse(url: string, local: boolean): string | undefined {
  const origin = parseOrigin(url);
  if (!origin.ok) throw new Error(origin.error);
  return createRefusal(local)(origin.value, {});
}

test.each(['http://127.0.0.1:4400', 'http://localhost:4400'])('names the option that allows %s', url => {
  expect(refuse(url, false)).toMatch(/ is not allowed\. For local tests, start this MCP server with --local\.$/);
  expect(refuse(url, true)).toBeUndefined();
});

test('allows public URLs, and keeps the hint for private ones', () => {
  expect(refuse('https://api.example.com', false)).toBeUndefined();
  for (const local of [true, false])
    expect(refuse('https://db.internal', local)).toMatch(/reserved for private use\. Use a name in the public DNS\.$/);
});
